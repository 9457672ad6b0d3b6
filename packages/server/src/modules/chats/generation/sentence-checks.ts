import type { Verdict } from '../../safety/module.ts'
import { type Moderator, screenStrictly } from '../../safety/module.ts'

/** Checks of a reply by the moderation model, beside the local rules, which have passed every text given to them (B7). */
export interface SentenceChecks {
  push(text: string): void
  /** The local rules took back what lies beyond this offset. */
  cutAt(offset: number): void
  /** Resolves when everything has been checked and sent, or stopped. */
  end(): Promise<void>
  /** Nothing more is checked or sent. */
  discard(): void
  verdict(): Verdict | null
}

export interface SentenceCheckSettings {
  moderator: Moderator
  /** In adult mode and for teens text waits for its sentence's verdict; else it is sent at once and taken back. */
  waits: boolean
  adultMode: boolean
  /** The reader is in the protected mode: nothing sexual, not even in doubt (A8). */
  isTeen?: boolean
  /** The last turns, for the strict rules. */
  previous: readonly string[]
  send(text: string): void
  /** A hit: the reader keeps the text before this offset. */
  retract(offset: number): void
}

/** A sentence without an end is checked when it has this length [B7]. */
const MAX_SENTENCE_LENGTH = 160
/** How much of the reply a check sees, so that a sentence is read with what it goes on from. */
const WINDOW_LENGTH = 1_200

const SENTENCE_END = /[.!?…。！？؟\n]/g

/**
 * Checks one reply, one sentence after another; what arrives during a check is checked together. After a check without
 * a verdict only the strict local rules apply to the rest of the reply, so that a dead endpoint costs one wait (M2,
 * M3).
 */
export function createSentenceChecks(settings: SentenceCheckSettings): SentenceChecks {
  const { moderator, waits, adultMode, isTeen = false, previous, send, retract } = settings
  let text = ''
  let sent = 0
  let checked = 0
  let isEnded = false
  let isDiscarded = false
  let isAlone = moderator.state() === 'down'
  let verdict: Verdict | null = null
  let isRunning = false
  let running = Promise.resolve()

  const nextEnd = (): number => {
    if (waits || isEnded) return text.length
    const unchecked = text.slice(checked)
    const last = [...unchecked.matchAll(SENTENCE_END)].at(-1)
    if (last) return checked + last.index + 1
    return unchecked.length >= MAX_SENTENCE_LENGTH ? text.length : checked
  }
  const judge = async (until: number): Promise<Verdict> => {
    const window = text.slice(Math.max(0, until - WINDOW_LENGTH), until)
    if (!isAlone) {
      const request = { surface: 'model_reply', ref: null, isTeen, isStoredByCaller: true } as const
      const outcome = await moderator.checkText(window, request)
      if (outcome.kind === 'off') return { kind: 'clear' }
      if (isTeen && outcome.kind === 'doubtful' && outcome.category === 'sexual')
        return { ...outcome, kind: 'blocked', category: 'romance', at: 0 }
      if (outcome.kind !== 'unavailable') return outcome
      isAlone = true
    }
    const before = window.slice(0, Math.max(0, window.length - (until - checked)))
    return screenStrictly(text.slice(checked, until), {
      surface: 'model_reply',
      previous: [...previous, before],
      adultMode,
      isTeen,
    })
  }
  const apply = (judged: Verdict, until: number) => {
    if (judged.kind === 'blocked') {
      verdict = { ...judged, at: checked }
      return retract(checked)
    }
    checked = Math.min(until, text.length) // the local rules may have cut it meanwhile
    if (!waits || checked <= sent) return
    const released = text.slice(sent, checked)
    sent = checked
    send(released)
  }
  const run = async () => {
    isRunning = true
    try {
      for (let until = nextEnd(); until > checked && !isDiscarded && !verdict; until = nextEnd()) {
        const judged = await judge(until)
        if (!isDiscarded) apply(judged, until)
      }
    } finally {
      // Nothing is awaited between the last look for more text and this, so none is missed.
      isRunning = false
    }
  }
  const start = (): Promise<void> => {
    if (!isRunning) running = run()
    return running
  }
  return {
    push(more) {
      if (verdict || isDiscarded) return
      text += more
      if (!waits) send(more)
      void start()
    },
    cutAt(offset) {
      text = text.slice(0, offset)
      checked = Math.min(checked, offset)
      sent = Math.min(sent, offset)
    },
    async end() {
      isEnded = true
      while (!verdict && !isDiscarded && checked < text.length) await start()
    },
    discard() {
      isDiscarded = true
    },
    verdict: () => verdict,
  }
}
