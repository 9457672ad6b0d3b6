import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { OpenChat } from './open-chat.ts'
import { useReadMark } from './use-read-mark.ts'

/** New lines carry the view along only from this near to the end (design §3). */
const NEAR_END_PX = 80
/** An older page is asked for before the reader reaches the top. */
const NEAR_TOP_PX = 1_200

interface LogScroll {
  /** Not at the end, and something came meanwhile. */
  hasNewLines: boolean
  isAtEnd: boolean
  toEnd: () => void
}

/**
 * Keeps the reader's place in a conversation: at the end while they are there, and at the same line when an older
 * page comes in above it. Asks for older pages near the top.
 */
export function useLogScroll(
  log: RefObject<HTMLDivElement | null>,
  content: RefObject<HTMLDivElement | null>,
  chat: OpenChat,
): LogScroll {
  const [place, setPlace] = useState({ isAtEnd: true, hasNewLines: false })
  const follows = useRef(true)
  const anchor = useRef<{ row: Element; top: number } | null>(null)

  const toEnd = useCallback(() => {
    const element = log.current
    if (!element) return
    follows.current = true
    element.scrollTop = element.scrollHeight
    setPlace((old) => (old.isAtEnd && !old.hasNewLines ? old : { isAtEnd: true, hasNewLines: false }))
  }, [log])

  useLayoutEffect(toEnd, [toEnd])

  useEffect(() => {
    const element = log.current
    if (!element) return
    let lastTop = element.scrollTop
    const onScroll = () => {
      const fromEnd = element.scrollHeight - element.scrollTop - element.clientHeight
      // Lines that come between a scroll to the end and its event make it look far: only going up leaves the end.
      const isAtEnd = fromEnd <= NEAR_END_PX || (follows.current && element.scrollTop >= lastTop)
      lastTop = element.scrollTop
      follows.current = isAtEnd
      anchor.current = findAnchor(element)
      if (element.scrollTop < NEAR_TOP_PX) void chat.loadOlder()
      setPlace((old) => {
        const hasNewLines = old.hasNewLines && !isAtEnd
        return old.isAtEnd === isAtEnd && old.hasNewLines === hasNewLines ? old : { isAtEnd, hasNewLines }
      })
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [log, chat])

  useEffect(() => {
    if (!content.current) return
    let lastId = chat.snapshot().ids.at(-1)
    let lastHeight = 0
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.contentRect.height ?? 0
      const id = chat.snapshot().ids.at(-1)
      const isNews = id !== lastId || (chat.snapshot().streamingId === id && height > lastHeight)
      lastId = id
      lastHeight = height
      if (follows.current) toEnd()
      else if (isNews) setPlace((old) => (old.hasNewLines ? old : { ...old, hasNewLines: true }))
    })
    observer.observe(content.current)
    return () => observer.disconnect()
  }, [content, chat, toEnd])

  useKeptPlace(log, chat, anchor, follows)
  useReadMark(chat, follows, place.isAtEnd)
  return { ...place, toEnd }
}

/** Browsers keep the place by themselves except at the very top, and some not at all: the rest is moved by hand. */
function useKeptPlace(
  log: RefObject<HTMLDivElement | null>,
  chat: OpenChat,
  anchor: RefObject<{ row: Element; top: number } | null>,
  follows: RefObject<boolean>,
): void {
  const first = chat.snapshot().ids[0]
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when an older page came in, with what was seen before
  useLayoutEffect(() => {
    const element = log.current
    const kept = anchor.current
    if (!element || !kept?.row.isConnected || follows.current) return
    const moved = kept.row.getBoundingClientRect().top - element.getBoundingClientRect().top - kept.top
    if (Math.abs(moved) > 1) element.scrollTop += moved
  }, [first])
}

function findAnchor(log: HTMLElement): { row: Element; top: number } | null {
  const logTop = log.getBoundingClientRect().top
  for (const row of log.querySelectorAll('[data-message]')) {
    const { top, bottom } = row.getBoundingClientRect()
    if (bottom > logTop) return { row, top: top - logTop }
  }
  return null
}
