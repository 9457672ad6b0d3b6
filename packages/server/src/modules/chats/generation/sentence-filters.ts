import { type createSalesFilter, type GoodbyeFilter, stripPhoneNumbers } from '../../safety/module.ts'
import type { SentenceChecks } from './sentence-checks.ts'

/** What of a reply has been sent on, to readers or to the checks of the moderation model. */
export interface SentText {
  /** Its length; it does not count the text that a continued reply had before. */
  length(): number
  push(text: string): void
  /** Takes back the last characters. Returns whether readers may have been sent some of them. */
  takeBack(count: number): boolean
  /** Takes back what follows the first `length` characters. */
  cutTo(length: number): void
}

/** Takes back from the text of `reply` too, to which the caller adds what is sent. */
export function createSentText(
  reply: { text: string },
  checks: SentenceChecks | null,
  send: (text: string) => void,
): SentText {
  const baseLength = reply.text.length
  let sentLength = 0
  const cutTo = (length: number) => {
    checks?.cutAt(length)
    reply.text = reply.text.slice(0, baseLength + length)
  }
  return {
    length: () => sentLength,
    push(text) {
      sentLength += text.length
      if (checks) checks.push(text)
      else send(text)
    },
    takeBack(count) {
      sentLength -= count
      const wasShown = reply.text.length > baseLength + sentLength
      cutTo(sentLength)
      return wasShown
    },
    cutTo,
  }
}

export interface SentenceFilters {
  /** Filters a text that the local rules have released, and sends what is left of it. */
  pass(text: string, isLast: boolean): void
  /** The length of all text that was passed on from here, before anything was left out of it. */
  receivedLength(): number
  /** True once after a sentence was taken back that readers may have been sent. */
  takeRevised(): boolean
}

interface FilterSettings {
  /** Phone numbers are removed before anyone sees them (C4). */
  isAfterCrisis: boolean
  goodbye: GoodbyeFilter | null
  /** Null where sentences that sell are only left out of what is stored. */
  sales: ReturnType<typeof createSalesFilter> | null
}

/**
 * Leaves phone numbers, and sentences that hold back a reader or sell something, out of a reply before it is sent. The
 * first two need whole sentences, so the text is held until each ends. A sentence that turns out to sell may have been
 * sent already: it is taken back.
 */
export function createSentenceFilters(
  sent: SentText,
  { isAfterCrisis, goodbye, sales }: FilterSettings,
): SentenceFilters {
  let held = ''
  let receivedLength = 0
  /** What follows a sentence that was taken back is sent with the next text, after readers have been notified. */
  let following = ''
  let isRevised = false

  const withoutOffers = (allowed: string, isLast: boolean): string => {
    if (!sales) return allowed
    const { text, takeBack } = sales.pass(allowed, isLast)
    const unsent = Math.min(takeBack, following.length)
    const before = following.slice(0, following.length - unsent)
    following = ''
    if (takeBack === unsent) return before + text
    if (sent.takeBack(takeBack - unsent)) isRevised = true
    if (isLast) return text
    following = text
    return ''
  }
  return {
    receivedLength: () => receivedLength,
    takeRevised() {
      const was = isRevised
      isRevised = false
      return was
    },
    pass(text, isLast) {
      held += text
      const end = (isAfterCrisis || goodbye) && !isLast ? endOfSentences(held) : held.length
      if (end === 0 && !isLast) return
      const due = isAfterCrisis ? stripPhoneNumbers(held.slice(0, end)) : held.slice(0, end)
      held = held.slice(end)
      const allowed = goodbye ? goodbye.pass(due, isLast) : due
      const shown = withoutOffers(allowed, isLast)
      receivedLength += due.length
      if (shown !== '') sent.push(shown)
    },
  }
}

/** The end of the last whole sentence of a text; 0 when there is none. */
function endOfSentences(text: string): number {
  for (let index = text.length - 1; index >= 0; index--) {
    if ('.!?…。！？؟\n'.includes(text[index]!)) return index + 1
  }
  return 0
}
