import { type Cue, type FoundCues, findCues, foldedIndexAt, withoutShielded } from '@everkin/text-safety'
import { CUE, CUES_INSIDE_SHIELDS, SENTENCE_LENGTH, SENTENCE_WAIT_MS } from '../rules.ts'
import type { ScreeningEvaluator, ScreeningHit } from './screen-text.ts'
import { createEvaluator, type Verdict } from './screen-text.ts'
import { screeningLexicon } from './screening-lexicon.ts'

/** Why a reply was stopped: text from the UTF-16 offset `removeFrom` on must be removed from every device. */
export type BlockedReply = Extract<Verdict, { kind: 'blocked' }> & { removeFrom: number }
/** What may be sent now; after `blocked` the reply has ended. */
export type ScreenedText = { release: string; blocked?: BlockedReply }

export type ReplyScreenSettings = {
  adultMode: boolean
  isTeen: boolean
  /** Earlier turns, oldest first. */
  previous: readonly string[]
  /** Milliseconds of any monotonic clock; read only where text waits for its sentence. */
  now: () => number
}

export type ReplyScreen = {
  push(chunk: string): ScreenedText
  /** Releases text that has waited for 400 ms; call it at `dueAtMs()`. */
  flush(nowMs: number): ScreenedText
  /** When waiting text is due, or null when none waits for time. */
  dueAtMs(): number | null
  end(): ScreenedText
}

const SENTENCE_ENDS = new Set('.!?…。！？؟\n')

/**
 * Screens a reply while it streams [B7]. Harmless text is released in the call that brought it; only a tail that may
 * be the beginning of a hit waits. In adult mode and for teens text also waits for its sentence's end, 160 characters
 * or 400 ms. However the text is cut into chunks, what a reader keeps is the text up to `removeFrom`, or all of it.
 */
export function createReplyScreen(settings: ReplyScreenSettings): ReplyScreen {
  return new StreamingReplyScreen(settings)
}

class StreamingReplyScreen implements ReplyScreen {
  private readonly settings: ReplyScreenSettings
  private readonly evaluator: ScreeningEvaluator
  /** The reply from `tailStart` on; earlier text can no longer be part of a hit. */
  private tail = ''
  private tailStart = 0
  private tailPosition = 0
  /** Cues that end before this have been evaluated. */
  private judgedUntil = 0
  private shieldedUntil = 0
  /** Text that has not been sent, and its offset. */
  private buffer = ''
  private released = 0
  private safeUntil = 0
  private bufferedSinceMs: number | null = null
  private blocked: BlockedReply | undefined

  constructor(settings: ReplyScreenSettings) {
    this.settings = settings
    this.evaluator = createEvaluator(settings.previous, 'model_reply', settings.isTeen)
  }

  push(chunk: string): ScreenedText {
    if (this.blocked) return { release: '', blocked: this.blocked }
    this.tail += chunk
    this.buffer += chunk
    this.scan(true)
    if (this.blocked) return this.cutAt(this.blocked)
    return { release: this.releaseUntil(this.sentenceLimit()) }
  }

  flush(nowMs: number): ScreenedText {
    if (this.blocked) return { release: '', blocked: this.blocked }
    const due = this.dueAtMs()
    return { release: due !== null && nowMs >= due ? this.releaseUntil(this.safeUntil) : '' }
  }

  dueAtMs(): number | null {
    return this.bufferedSinceMs === null ? null : this.bufferedSinceMs + SENTENCE_WAIT_MS
  }

  end(): ScreenedText {
    if (this.blocked) return { release: '', blocked: this.blocked }
    this.scan(false)
    return this.blocked ? this.cutAt(this.blocked) : { release: this.releaseUntil(this.safeUntil) }
  }

  private scan(growing: boolean): void {
    const text = growing && endsInHalfCharacter(this.tail) ? this.tail.slice(0, -1) : this.tail
    const found = findCues(text, screeningLexicon, growing ? 'growing' : 'once')
    const settledUntil = growing ? settledOffset(found) : text.length
    const shieldedUntil = Math.max(0, this.shieldedUntil - this.tailStart)
    const cues = withoutShielded(found.cues, CUE.shield, shieldedUntil, CUES_INSIDE_SHIELDS)
      .filter((cue) => cue.end + this.tailStart > this.judgedUntil)
      .map((cue) => this.inReply(cue))
    const pending = cues.filter((cue) => cue.end > settledUntil + this.tailStart)
    for (const cue of cues.slice(0, cues.length - pending.length)) {
      const hit = this.evaluator.add(cue).find(({ isDoubtful }) => !isDoubtful)
      if (hit) {
        this.blocked = toBlockedReply(hit)
        return
      }
    }
    this.safeUntil = growing ? this.bufferStart(found, pending, text.length) : this.tailStart + text.length
    this.discardSettled(found, settledUntil)
  }

  /** Where the tail that may be the beginning of a hit starts. */
  private bufferStart(found: FoundCues, pending: readonly Cue[], length: number): number {
    const evaluator = pending.length === 0 ? this.evaluator : this.evaluator.copy()
    for (const cue of pending) evaluator.add(cue)
    let bufferFrom = this.tailStart + length
    for (const cue of pending) {
      if ((evaluator.completingGroups(cue.position) & cue.group) !== 0) bufferFrom = Math.min(bufferFrom, cue.start)
    }
    for (const { start, groups } of found.open) {
      if ((groups & ~CUE.shield) === 0) continue
      const position = this.tailPosition + foldedIndexAt(found.plain, start)
      if ((evaluator.completingGroups(position) & groups) !== 0)
        bufferFrom = Math.min(bufferFrom, this.tailStart + start)
    }
    return Math.max(bufferFrom, this.released)
  }

  /** Drops the part of the tail that no longer matters, so that a chunk costs its own length, not the reply's. */
  private discardSettled(found: FoundCues, settledUntil: number): void {
    for (const { group, end } of found.cues) {
      if (group === CUE.shield && end <= settledUntil)
        this.shieldedUntil = Math.max(this.shieldedUntil, this.tailStart + end)
    }
    this.judgedUntil = Math.max(this.judgedUntil, this.tailStart + settledUntil)
    const unsettled = found.cues.filter(({ end }) => end > settledUntil)
    const next = Math.min(settledUntil, ...[...found.open, ...unsettled].map(({ start }) => start))
    this.tailPosition += foldedIndexAt(found.plain, next)
    this.tail = this.tail.slice(next)
    this.tailStart += next
  }

  private inReply(cue: Cue): Cue {
    return {
      group: cue.group,
      start: cue.start + this.tailStart,
      end: cue.end + this.tailStart,
      position: cue.position + this.tailPosition,
      positionEnd: cue.positionEnd + this.tailPosition,
    }
  }

  private sentenceLimit(): number {
    if (!this.settings.adultMode && !this.settings.isTeen) return this.safeUntil
    const safe = this.safeUntil - this.released
    if (safe >= SENTENCE_LENGTH) return this.safeUntil
    for (let index = safe - 1; index >= 0; index -= 1) {
      if (SENTENCE_ENDS.has(this.buffer[index]!)) return this.released + index + 1
    }
    return this.released
  }

  private releaseUntil(until: number): string {
    const release = this.buffer.slice(0, until - this.released)
    this.buffer = this.buffer.slice(release.length)
    this.released += release.length
    if (this.buffer === '') this.bufferedSinceMs = null
    else if (release !== '' || this.bufferedSinceMs === null) this.bufferedSinceMs = this.settings.now()
    return release
  }

  private cutAt(blocked: BlockedReply): ScreenedText {
    return { release: this.releaseUntil(Math.max(blocked.removeFrom, this.released)), blocked }
  }
}

/** Cues that end later may still turn out to be part of a longer word or of a shield. */
function settledOffset(found: FoundCues): number {
  return found.open.reduce(
    (until, { start, groups }) => ((groups & CUE.shield) === 0 ? until : Math.min(until, start)),
    found.lastWordStart,
  )
}

function toBlockedReply({ rule, category, cue, partner }: ScreeningHit): BlockedReply {
  // A partner in an earlier turn has a position before 0; only this reply's text can be removed.
  const removeFrom = partner.position < 0 ? cue.start : Math.min(cue.start, partner.start)
  return { kind: 'blocked', category, rule, at: cue.start, removeFrom }
}

function endsInHalfCharacter(text: string): boolean {
  const last = text.charCodeAt(text.length - 1)
  return last >= 0xd800 && last <= 0xdbff
}
