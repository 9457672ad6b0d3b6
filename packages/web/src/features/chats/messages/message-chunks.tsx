import { createContext, memo, type ReactNode, use, useEffect, useRef, useState } from 'react'

/** A run of messages that is drawn or left out as one; `before` and `after` are the neighbours beyond its ends. */
export interface MessageChunk {
  key: string
  ids: readonly string[]
  before: string | null
  after: string | null
}

/** Sequence numbers a chunk spans: small enough to draw in a frame, large enough that 100,000 messages stay few. */
const CHUNK_SPAN = 12

/**
 * Cuts the path into chunks. A chunk is named by the sequence numbers it spans, so that older pages and new messages
 * leave the others as they are; what did not change keeps its very object from `previous`.
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

/** Watches whether chunks are near the view; one observer a conversation. */
export interface NearViewObserver {
  watch: (element: Element, onChange: (isNear: boolean) => void) => () => void
}

/** The message that was asked for: its run stays on the page until it has been shown. */
export const TargetContext = createContext<string | null>(null)

export const NearViewContext = createContext<NearViewObserver | null>(null)

/** Chunks within this distance of the view are drawn. */
const NEAR_VIEW_MARGIN = '1500px 0px'

/** Makes the watch for a scrolling element. */
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
 * A run of messages that leaves the page while it is far from the view and holds its height meanwhile, so that the
 * cost of a long conversation is that of the part being read.
 */
export const VirtualizedChunk = memo(function ChunkFrame({ chunk, children }: VirtualizedChunkProps) {
  const watch = use(NearViewContext)
  const target = use(TargetContext)
  const frame = useRef<HTMLDivElement>(null)
  const [restingHeight, setHeldHeight] = useState<number | null>(null)
  const heldHeight = target !== null && chunk.ids.includes(target) ? null : restingHeight

  useEffect(() => {
    const element = frame.current
    if (!element || !watch) return
    return watch.watch(element, (isNear) => {
      // What is being written in or read out by the keyboard's focus stays.
      const isHeld = !isNear && !element.contains(document.activeElement)
      setHeldHeight((old) => (isHeld ? (old ?? element.offsetHeight) : null))
    })
  }, [watch])

  useEffect(() => {
    // Set by script and not as an attribute: the content security policy forbids style attributes.
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
