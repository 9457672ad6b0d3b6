import { createContext, memo, type ReactNode, use, useEffect, useRef, useState } from 'react'
import type { MessageChunk } from './message-chunks.ts'

/** Watches whether chunks are near the view; one observer a conversation. */
export interface NearnessWatch {
  watch: (element: Element, onChange: (isNear: boolean) => void) => () => void
}

/** The message that was asked for: its run stays on the page until it has been shown. */
export const TargetContext = createContext<string | null>(null)

export const NearnessContext = createContext<NearnessWatch | null>(null)

/** Chunks within this distance of the view are drawn. */
const NEAR = '1500px 0px'

/** Makes the watch for a scrolling element. */
export function watchNearness(root: Element): NearnessWatch & { stop: () => void } {
  const listeners = new Map<Element, (isNear: boolean) => void>()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) listeners.get(entry.target)?.(entry.isIntersecting)
    },
    { root, rootMargin: NEAR },
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

interface ChunkFrameProps {
  chunk: MessageChunk
  children: (id: string, before: string | null, after: string | null) => ReactNode
}

/**
 * A run of messages that leaves the page while it is far from the view and holds its height meanwhile, so that the
 * cost of a long conversation is that of the part being read.
 */
export const ChunkFrame = memo(function ChunkFrame({ chunk, children }: ChunkFrameProps) {
  const watch = use(NearnessContext)
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
