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
import { createSentenceFilters, createSentText } from './sentence-filters.ts'

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

interface ReplyModerationSettings {
  now: Date
  /** Gets the text that readers may see, and adds it to that of the reply. */
  send(text: string): void
  /** The moderation model, and what to do when it stops the reply. */
  model?: { moderator: Moderator; onHit(): void } | null
  goodbye?: GoodbyeFilter | null
  /**
   * False for reasoning, which is not said to the reader: sentences that sell are then only left out of what is stored.
   */
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
  { now, send, model = null, goodbye = null, isSpoken = true }: ReplyModerationSettings,
): ReplyModeration {
  const { person, path } = replyContext
  const previous = [...path.slice(-4).map((entry) => entry.text), ...(reply.text === '' ? [] : [reply.text])]
  const mode = { adultMode: person.nsfw, isTeen: isMinor(person.ageState) }
  const screen = createReplyScreen({ ...mode, previous, now: () => performance.now() })
  const baseLength = reply.text.length
  const checks =
    model && model.moderator.state() !== 'off'
      ? createSentenceChecks({
          ...mode,
          moderator: model.moderator,
          waits: mode.adultMode || mode.isTeen,
          previous,
          send,
          retract(offset) {
            reply.text = reply.text.slice(0, baseLength + offset)
            model.onHit()
          },
        })
      : null
  const sales = isSpoken ? createSalesFilter({ isExpected: isSaleExpected(replyContext) }) : null
  const sent = createSentText(reply, checks, send)
  const isAfterCrisis = !canShowOffers(person.lastCrisisAt, now)
  const filters = createSentenceFilters(sent, { isAfterCrisis, goodbye, sales })
  let verdict: Verdict | null = null
  let timer: NodeJS.Timeout | null = null

  const take = ({ release, blocked }: ScreenedText, isLast: boolean) => {
    if (verdict || checks?.verdict()) return
    if (release !== '' || isLast) filters.pass(release, isLast || blocked !== undefined)
    if (!blocked) return
    verdict = { kind: blocked.kind, category: blocked.category, rule: blocked.rule, at: blocked.at }
    // Subtracts text that a filter has already removed, so that the offset refers to what was sent.
    sent.cutTo(Math.max(0, blocked.removeFrom - Math.max(0, filters.receivedLength() - sent.length())))
  }
  const settle = () => {
    const stripped = withoutSales(stripPhoneNumbers(reply.text.slice(baseLength)))
    const said = sales?.hasCut() ? stripped.trimEnd() || (verdict ? '' : '…') : stripped
    reply.text = reply.text.slice(0, baseLength) + said
  }
  const stopTimer = () => {
    if (timer) clearTimeout(timer)
    timer = null
  }
  return {
    verdict: () => verdict ?? checks?.verdict() ?? null,
    takeRevised: () => filters.takeRevised(),
    discard() {
      checks?.discard()
      stopTimer()
    },
    push(text) {
      take(screen.push(text), false)
      stopTimer()
      const dueAt = screen.dueAtMs()
      if (dueAt === null) return
      const flush = (at: number) => take(screen.flush(at), false)
      timer = setTimeout(flush, Math.max(0, dueAt - performance.now()), dueAt)
    },
    end() {
      stopTimer()
      take(screen.end(), true)
      if (checks) return checks.end().then(settle)
      settle()
      return Promise.resolve()
    },
  }
}
