import {
  canShowOffers,
  createReplyScreen,
  createSalesFilter,
  type GoodbyeFilter,
  isMinor,
  type Moderator,
  type ScreenedText,
  stripPhoneNumbers,
  type Verdict,
  withoutSales,
} from '../../safety/module.ts'
import { isSaleExpected } from './expect-sales.ts'
import type { ReplyContext } from './reply-context.ts'
import { createSentenceChecks } from './sentence-checks.ts'

/** Filters the model's text before it is sent to readers. */
export interface ReplyModeration {
  push(text: string): void
  /**
   * Sends the rest of the text. Afterwards `text` of the reply is what is to be stored: at once without a moderation
   * model, else when the promise resolves.
   */
  end(): Promise<void>
  /** Sends nothing more: the text already sent is retracted by other means. */
  discard(): void
  verdict(): Verdict | null
  /** True once after text was taken back that readers may have been sent: a sentence that sells (H5). */
  takeRevised(): boolean
}

/** Checks of a reply beside the local rules. */
interface ReplyChecks {
  /** The moderation model, and what to do when it stops the reply. */
  model?: { moderator: Moderator; onHit(): void } | null
  goodbye?: GoodbyeFilter | null
  /** False for what nobody says to the reader: sentences that sell are then only left out of what is stored. */
  isSpoken?: boolean
}

/**
 * Moderates a reply while it streams. Harmless text is sent on at once; a hit retracts its text (B7). Phone numbers in
 * a crisis context may only come from the reviewed file (C4): they are removed from the stored text. For a day after a
 * crisis, when they matter most, they are removed before anyone sees them: the text is then sent sentence by sentence.
 * So is a reply that a `goodbye` filter may cut, or in which sentences that sell something are likely (H5). With
 * `model`, the moderation model checks the sentences beside the local rules; `onHit` is called when it stops the reply.
 */
export function createReplyModeration(
  replyContext: ReplyContext,
  reply: { text: string },
  now: Date,
  send: (text: string) => void,
  { model = null, goodbye = null, isSpoken = true }: ReplyChecks = {},
): ReplyModeration {
  const { person, path } = replyContext
  const previous = [...path.slice(-4).map((entry) => entry.text), ...(reply.text === '' ? [] : [reply.text])]
  const isTeen = isMinor(person.ageState)
  const screen = createReplyScreen({ adultMode: person.nsfw, isTeen, previous, now: () => performance.now() })
  const isAfterCrisis = !canShowOffers(person.lastCrisisAt, now)
  const baseLength = reply.text.length
  const checks =
    model && model.moderator.state() !== 'off'
      ? createSentenceChecks({
          moderator: model.moderator,
          waits: person.nsfw || isTeen,
          adultMode: person.nsfw,
          isTeen,
          previous,
          send,
          retract(offset) {
            reply.text = reply.text.slice(0, baseLength + offset)
            model.onHit()
          },
        })
      : null
  const sales = isSpoken ? createSalesFilter({ isExpected: isSaleExpected(replyContext) }) : null
  /** The length of what has been sent on, to readers or to the checks. */
  let sentLength = 0
  /** What follows a sentence that was taken back is sent after it has been. */
  let following = ''
  let isRevised = false
  const sendOn = (text: string) => {
    sentLength += text.length
    if (checks) checks.push(text)
    else send(text)
  }
  const takeBack = (length: number) => {
    sentLength -= length
    checks?.cutAt(sentLength)
    isRevised ||= reply.text.length > baseLength + sentLength
    reply.text = reply.text.slice(0, baseLength + sentLength)
  }
  const withoutOffers = (allowed: string, isLast: boolean): string => {
    if (!sales) return allowed
    const { text, takeBack: length } = sales.pass(allowed, isLast)
    const unsent = Math.min(length, following.length)
    const before = following.slice(0, following.length - unsent)
    following = ''
    if (length === unsent) return before + text
    takeBack(length - unsent)
    if (isLast) return text
    following = text
    return ''
  }
  let verdict: Verdict | null = null
  let held = ''
  let receivedLength = 0
  let timer: NodeJS.Timeout | null = null

  const pass = (text: string, isLast: boolean) => {
    held += text
    const end = (isAfterCrisis || goodbye) && !isLast ? endOfSentences(held) : held.length
    if (end === 0 && !isLast) return
    const due = isAfterCrisis ? stripPhoneNumbers(held.slice(0, end)) : held.slice(0, end)
    held = held.slice(end)
    const allowed = goodbye ? goodbye.pass(due, isLast) : due
    const shown = withoutOffers(allowed, isLast)
    receivedLength += due.length
    if (shown !== '') sendOn(shown)
  }
  const take = ({ release, blocked }: ScreenedText, isLast: boolean) => {
    if (verdict || checks?.verdict()) return
    if (release !== '' || isLast) pass(release, isLast || blocked !== undefined)
    if (!blocked) return
    verdict = { kind: blocked.kind, category: blocked.category, rule: blocked.rule, at: blocked.at }
    // Subtracts text that a filter has already removed, so that the offset refers to what was sent.
    const cutAt = Math.max(0, blocked.removeFrom - Math.max(0, receivedLength - sentLength))
    checks?.cutAt(cutAt)
    reply.text = reply.text.slice(0, baseLength + cutAt)
  }
  const settle = () => {
    const stripped = withoutSales(stripPhoneNumbers(reply.text.slice(baseLength)))
    const said = sales?.hasCut() ? stripped.trimEnd() || (verdict ? '' : '…') : stripped
    reply.text = reply.text.slice(0, baseLength) + said
  }
  return {
    verdict: () => verdict ?? checks?.verdict() ?? null,
    takeRevised: () => {
      const was = isRevised
      isRevised = false
      return was
    },
    discard: () => {
      checks?.discard()
      if (timer) clearTimeout(timer)
      timer = null
    },
    push: (text) => {
      take(screen.push(text), false)
      if (timer) clearTimeout(timer)
      const dueAt = screen.dueAtMs()
      const flush = (at: number) => take(screen.flush(at), false)
      timer = dueAt === null ? null : setTimeout(flush, Math.max(0, dueAt - performance.now()), dueAt)
    },
    end: () => {
      if (timer) clearTimeout(timer)
      take(screen.end(), true)
      if (checks) return checks.end().then(settle)
      settle()
      return Promise.resolve()
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
