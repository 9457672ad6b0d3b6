import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useChatSnapshot } from '../context/conversation-context.ts'
import type { OpenChat } from '../realtime/open-chat.ts'

/** New lines carry the view along only from this near to the end. */
const NEAR_END_PX = 80
/** Above a card whose beginning is brought into view. */
const CARD_GAP_PX = 12
/** An older page is asked for before the reader reaches the top. */
const NEAR_TOP_PX = 1_200

interface MessageScroll {
  /** Not at the end, and something came meanwhile. */
  hasNewLines: boolean
  isAtEnd: boolean
  toEnd: () => void
  /** Scrolls to the end, or only as far as the card's beginning stays in view. */
  toCard: (card: Element) => void
}

/** The topmost line in view and how far it was from the log's top edge. */
interface Anchor {
  row: Element
  top: number
}

/**
 * Keeps the reader's place in a conversation: at the end while they are there, and otherwise at the same line, whatever
 * comes in above or below. Asks for older pages near the top. The log is laid out from its end (`column-reverse`), so
 * that it opens there before any script runs: `scrollTop` is 0 at the end and negative above it.
 */
export function useMessageScroll(
  log: RefObject<HTMLDivElement | null>,
  content: RefObject<HTMLDivElement | null>,
  chat: OpenChat,
): MessageScroll {
  const [place, setPlace] = useState({ isAtEnd: true, hasNewLines: false })
  const follows = useRef(true)
  const anchor = useRef<Anchor | null>(null)
  /** The card whose beginning is kept in view until the reader scrolls or writes. */
  const pinnedCard = useRef<{ card: Element; scrollTop: number } | null>(null)

  const toEnd = useCallback(() => {
    if (!log.current) return
    follows.current = true
    pinnedCard.current = null
    log.current.scrollTop = 0
    setPlace((old) => (old.isAtEnd && !old.hasNewLines ? old : { isAtEnd: true, hasNewLines: false }))
  }, [log])

  const toCard = useCallback(
    (card: Element) => {
      toEnd()
      if (!log.current || !alignToTop(card, log.current)) return
      pinnedCard.current = { card, scrollTop: log.current.scrollTop }
      follows.current = false
      setPlace({ isAtEnd: -log.current.scrollTop <= NEAR_END_PX, hasNewLines: false })
    },
    [log, toEnd],
  )

  useEffect(() => {
    const element = log.current
    if (!element) return
    let lastTop = element.scrollTop
    const onScroll = () => {
      if (pinnedCard.current && Math.abs(element.scrollTop - pinnedCard.current.scrollTop) < 2) return
      pinnedCard.current = null
      // Lines that come between a scroll to the end and its event make it look far: only going up leaves the end.
      const isAtEnd = -element.scrollTop <= NEAR_END_PX || (follows.current && element.scrollTop >= lastTop)
      const fromTop = element.scrollHeight - element.clientHeight + element.scrollTop
      lastTop = element.scrollTop
      follows.current = isAtEnd
      anchor.current = findScrollAnchor(element)
      if (fromTop < NEAR_TOP_PX) void chat.loadOlder()
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
    // Called once a frame after layout and before painting, so that a kept place never flickers.
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.contentRect.height ?? 0
      const id = chat.snapshot().ids.at(-1)
      const isNews = id !== lastId || (chat.snapshot().streamingId === id && height > lastHeight)
      lastId = id
      lastHeight = height
      if (follows.current) return toEnd()
      if (pinnedCard.current?.card.isConnected) return toCard(pinnedCard.current.card)
      restoreScrollAnchor(log.current, anchor.current)
      if (isNews) setPlace((old) => (old.hasNewLines ? old : { ...old, hasNewLines: true }))
    })
    observer.observe(content.current)
    return () => observer.disconnect()
  }, [log, content, chat, toEnd, toCard])

  useMarkRead(chat, follows, place.isAtEnd)
  return { ...place, toEnd, toCard }
}

/** Scrolls up until a card that is longer than the view begins at its top. Gives whether it had to. */
function alignToTop(card: Element, log: HTMLElement): boolean {
  const above = log.getBoundingClientRect().top - card.getBoundingClientRect().top
  if (above <= 0) return false
  log.scrollTop -= above + CARD_GAP_PX
  return true
}

function findScrollAnchor(log: HTMLElement): Anchor | null {
  const logTop = log.getBoundingClientRect().top
  for (const row of log.querySelectorAll('[data-message]')) {
    const { top, bottom } = row.getBoundingClientRect()
    if (bottom > logTop) return { row, top: top - logTop }
  }
  return null
}

/** Browsers that anchor scrolling by themselves have moved already, and then nothing is left to move. */
function restoreScrollAnchor(log: HTMLElement | null, anchor: Anchor | null): void {
  if (!log || !anchor?.row.isConnected) return
  const moved = anchor.row.getBoundingClientRect().top - log.getBoundingClientRect().top - anchor.top
  if (Math.abs(moved) > 1) log.scrollTop += moved
}

/** While a conversation goes on nothing is sent for each line of it (performance, U5): only after a rest of this long. */
const MARK_READ_DELAY_MS = 5_000

/**
 * Marks a chat as read when the reader sees its end: at once on opening, on leaving and when the tab is hidden,
 * otherwise after a rest.
 */
export function useMarkRead(chat: OpenChat, follows: RefObject<boolean>, isAtEnd: boolean): void {
  const { unread } = useChatSnapshot(chat).chat
  useEffect(() => {
    if (isAtEnd) markLastRead(chat, follows)
    const whenHidden = () => markLastRead(chat, follows)
    document.addEventListener('visibilitychange', whenHidden)
    return () => {
      document.removeEventListener('visibilitychange', whenHidden)
      markLastRead(chat, follows)
    }
  }, [chat, follows, isAtEnd])
  useEffect(() => {
    if (unread === 0 || document.visibilityState !== 'visible') return
    const timer = setTimeout(() => markLastRead(chat, follows), MARK_READ_DELAY_MS)
    return () => clearTimeout(timer)
  }, [chat, follows, unread])
}

function markLastRead(chat: OpenChat, follows: RefObject<boolean>): void {
  const last = chat.message(chat.snapshot().ids.at(-1) ?? '')
  if (last && follows.current) chat.markRead(last.seq)
}
