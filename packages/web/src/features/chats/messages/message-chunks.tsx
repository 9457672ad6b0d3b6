import { createContext, memo, type ReactNode, use, useEffect, useRef, useState } from 'react'

/** A run of messages that is rendered or left out as one; `before` and `after` are the neighbours beyond its ends. */
export interface MessageChunk {
  key: string
  ids: readonly string[]
  before: string | null
  after: string | null
}

/** Sequence numbers per chunk: few enough to render in a frame, enough that 100,000 messages make few chunks. */
const CHUNK_SPAN = 12

/**
 * Splits the path into chunks. A chunk is identified by its range of sequence numbers, so that older pages and new
 * messages do not affect the others; unchanged chunks are the same objects as in `previous`.
 */
export function chunkMessages(
  ids: readonly string[],
  seqOf: (id: string) => number,
  previous: readonly MessageChunk[],
): readonly MessageChunk[] {
  const known = new Map(previous.map((chunk) => [chunk.key, chunk]))
  const chunks: MessageChunk[] = []
  for (let start = 0; start < ids.length; ) {
    const span = Math.floor(seqOf(ids[start] ?? '') / CHUNK_SPAN)
    let end = start + 1
    while (end < ids.length && Math.floor(seqOf(ids[end] ?? '') / CHUNK_SPAN) === span) end++
    const chunk: MessageChunk = {
      key: `s${span}`,
      ids: ids.slice(start, end),
      before: ids[start - 1] ?? null,
      after: ids[end] ?? null,
    }
    const same = known.get(chunk.key)
    chunks.push(same && isSameChunk(same, chunk) ? same : chunk)
    start = end
  }
  return chunks
}

function isSameChunk(a: MessageChunk, b: MessageChunk): boolean {
  if (a.before !== b.before || a.after !== b.after || a.ids.length !== b.ids.length) return false
  return a.ids.every((id, index) => id === b.ids[index])
}

/** Observes whether chunks are near the viewport; there is one observer per conversation. */
export interface NearViewObserver {
  watch: (element: Element, onChange: (isNear: boolean) => void) => () => void
}

/** The message to scroll to: its chunk stays rendered until it has been shown. */
export const TargetContext = createContext<string | null>(null)

export const NearViewContext = createContext<NearViewObserver | null>(null)

/** Chunks within this distance of the viewport are rendered. */
const NEAR_VIEW_MARGIN = '1500px 0px'

/** Creates the observer for a scrolling element. */
export function createNearViewObserver(root: Element): NearViewObserver & { stop: () => void } {
  const listeners = new Map<Element, (isNear: boolean) => void>()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) listeners.get(entry.target)?.(entry.isIntersecting)
    },
    { root, rootMargin: NEAR_VIEW_MARGIN },
  )
  return {
    watch(element, onChange) {
      listeners.set(element, onChange)
      observer.observe(element)
      return () => {
        listeners.delete(element)
        observer.unobserve(element)
      }
    },
    stop: () => observer.disconnect(),
  }
}

interface VirtualizedChunkProps {
  chunk: MessageChunk
  children: (id: string, before: string | null, after: string | null) => ReactNode
}

/**
 * A run of messages that is removed from the page while far from the viewport; a placeholder of the same height takes
 * its place, so that a long conversation costs no more than the visible part.
 */
export const VirtualizedChunk = memo(function VirtualizedChunk({ chunk, children }: VirtualizedChunkProps) {
  const watch = use(NearViewContext)
  const target = use(TargetContext)
  const frame = useRef<HTMLDivElement>(null)
  const [restingHeight, setHeldHeight] = useState<number | null>(null)
  const heldHeight = target !== null && chunk.ids.includes(target) ? null : restingHeight

  useEffect(() => {
    const element = frame.current
    if (!element || !watch) return
    return watch.watch(element, (isNear) => {
      // A chunk that contains the focused element stays rendered.
      const isHeld = !isNear && !element.contains(document.activeElement)
      setHeldHeight((old) => (isHeld ? (old ?? element.offsetHeight) : null))
    })
  }, [watch])

  useEffect(() => {
    // Set by script instead of an attribute: the content security policy forbids style attributes.
    if (frame.current) frame.current.style.blockSize = heldHeight === null ? '' : `${heldHeight}px`
  }, [heldHeight])

  return (
    <div className="chunk" ref={frame}>
      {heldHeight === null
        ? chunk.ids.map((id, index) =>
            children(id, chunk.ids[index - 1] ?? chunk.before, chunk.ids[index + 1] ?? chunk.after),
          )
        : null}
    </div>
  )
})
