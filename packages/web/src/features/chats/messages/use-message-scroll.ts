import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Conversation, useChatSnapshot } from '../context/conversation-context.ts'
import type { OpenChat } from '../realtime/open-chat.ts'

/** The view follows new lines only if it is at most this far from the end. */
const NEAR_END_PX = 80
/** Space above a card that is aligned with the top of the view. */
const CARD_GAP_PX = 12
/** Distance from the top at which an older page is requested. */
const NEAR_TOP_PX = 1_200
/** At most this far from the start, the head of the conversation is open: the log has room for it there. */
const HEAD_ROOM_PX = 40

/** What a reader scrolls with. */
const READER_EVENTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

interface MessageScroll {
  /** There is new content below, and the view is not at the end. */
  hasNewLines: boolean
  isAtEnd: boolean
  toEnd: () => void
  /** Scrolls to the end, but not beyond the point where the top of the card is still visible. */
  toCard: (card: Element) => void
}

/** The topmost visible line and its distance from the top edge of the log. */
interface Anchor {
  row: Element
  top: number
}

/**
 * Preserves the scroll position in a conversation: at the end while the reader is there, otherwise at the same line,
 * whatever is added above or below. Requests older pages near the top. The log is laid out from its end
 * (`column-reverse`), so that it opens there before any script runs: `scrollTop` is 0 at the end and negative above it.
 * `onHeadOpen` says whether the head of the conversation has room.
 */
export function useMessageScroll(
  log: RefObject<HTMLDivElement | null>,
  content: RefObject<HTMLDivElement | null>,
  chat: OpenChat,
  onHeadOpen: (isOpen: boolean) => void,
): MessageScroll {
  const [place, setPlace] = useState({ isAtEnd: true, hasNewLines: false })
  const follows = useRef(true)
  const anchor = useRef<Anchor | null>(null)
  /** It was opened at its first line, and nobody has scrolled or written since. */
  const isAtOpening = useRef(false)
  /** The card whose top stays in view until the reader scrolls or writes. */
  const pinnedCard = useRef<{ card: Element; scrollTop: number } | null>(null)

  const toEnd = useCallback(() => {
    if (!log.current) return
    follows.current = true
    pinnedCard.current = null
    isAtOpening.current = false
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

  // A new chat opens at its first line: its opening is read from the beginning.
  useLayoutEffect(() => {
    const element = log.current
    const { hasOlder } = chat.snapshot()
    if (!element || hasOlder || isAnswered(chat) || element.scrollHeight <= element.clientHeight) return
    follows.current = false
    element.scrollTop = element.clientHeight - element.scrollHeight
    isAtOpening.current = true
    const leave = () => {
      isAtOpening.current = false
    }
    for (const type of READER_EVENTS) element.addEventListener(type, leave, { passive: true })
    return () => {
      for (const type of READER_EVENTS) element.removeEventListener(type, leave)
    }
  }, [log, chat])

  useEffect(() => {
    const element = log.current
    if (!element) return
    let lastTop = element.scrollTop
    const onScroll = () => {
      if (pinnedCard.current && Math.abs(element.scrollTop - pinnedCard.current.scrollTop) < 2) return
      pinnedCard.current = null
      // Lines added between a scroll to the end and its event increase the distance: only scrolling up leaves the end.
      const isAtEnd = -element.scrollTop <= NEAR_END_PX || (follows.current && element.scrollTop >= lastTop)
      const fromTop = element.scrollHeight - element.clientHeight + element.scrollTop
      lastTop = element.scrollTop
      follows.current = isAtEnd
      anchor.current = findScrollAnchor(element)
      if (fromTop < NEAR_TOP_PX) void chat.loadOlder()
      // At the end it stays as it is: neither new lines nor a finger that rests there may move it.
      if (fromTop < HEAD_ROOM_PX) onHeadOpen(!chat.snapshot().hasOlder)
      else if (!isAtEnd) onHeadOpen(false)
      setPlace((old) => {
        const hasNewLines = old.hasNewLines && !isAtEnd
        return old.isAtEnd === isAtEnd && old.hasNewLines === hasNewLines ? old : { isAtEnd, hasNewLines }
      })
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [log, chat, onHeadOpen])

  useEffect(() => {
    if (!content.current) return
    let lastId = chat.snapshot().ids.at(-1)
    let lastHeight = 0
    // Called once per frame after layout and before painting, so that restoring the position never flickers.
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.contentRect.height ?? 0
      const id = chat.snapshot().ids.at(-1)
      const isNews = id !== lastId || (chat.snapshot().streamingId === id && height > lastHeight)
      lastId = id
      lastHeight = height
      // It was not new after all: the page was older than the chat, as after a guest has signed in.
      const wasNotNew = isAtOpening.current && isAnswered(chat)
      if (wasNotNew) isAtOpening.current = false
      if (follows.current || wasNotNew) return toEnd()
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

/** Whether the reader has written in this chat. */
function isAnswered(chat: OpenChat): boolean {
  return chat.snapshot().ids.some((id) => chat.message(id)?.role === 'user')
}

/** Scrolls up until a card taller than the view is aligned with its top. Returns whether that was necessary. */
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

/** Does nothing in browsers with scroll anchoring, which have already restored the position. */
function restoreScrollAnchor(log: HTMLElement | null, anchor: Anchor | null): void {
  if (!log || !anchor?.row.isConnected) return
  const moved = anchor.row.getBoundingClientRect().top - log.getBoundingClientRect().top - anchor.top
  if (Math.abs(moved) > 1) log.scrollTop += moved
}

/**
 * Shows the version that the reader has asked for in place of an older message: its beginning, or the end of the log while
 * it is written. What followed the other version is gone then, or longer, so the old position says nothing.
 */
export function useVersionInView(
  log: RefObject<HTMLDivElement | null>,
  { chat, variantStep }: Pick<Conversation, 'chat' | 'variantStep'>,
  { toEnd, toCard }: Pick<MessageScroll, 'toEnd' | 'toCard'>,
): void {
  const { ids } = useChatSnapshot(chat)
  const before = useRef(ids)
  // Before `variantStep` is used up, and before the size of the log is observed.
  useLayoutEffect(() => {
    const old = before.current
    before.current = ids
    const at = ids.findIndex((id, index) => id !== old[index])
    const version = chat.message(ids[at] ?? '')
    const isOlder = at < old.length - 1 || at < ids.length - 1
    if (!version || !isOlder || variantStep.current?.parentId !== version.parent_id) return
    const row = log.current?.querySelector(`[data-message="${version.id}"]`)
    if (row && version.status !== 'streaming') toCard(row)
    else toEnd()
  }, [log, chat, variantStep, ids, toEnd, toCard])
}

/** Marking as read waits for a pause of this long, so that not every line causes a request (PERF-U5). */
const MARK_READ_DELAY_MS = 5_000

/**
 * Marks a chat as read when the reader sees its end: at once on opening, on leaving and when the tab is hidden,
 * otherwise after a pause.
 */
function useMarkRead(chat: OpenChat, follows: RefObject<boolean>, isAtEnd: boolean): void {
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
