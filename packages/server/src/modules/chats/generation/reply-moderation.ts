import {
  canShowOffers,
  createReplyScreen,
  type GoodbyeFilter,
  isMinor,
  type ScreenedText,
  stripPhoneNumbers,
  type Verdict,
  withoutSales,
} from '../../safety/module.ts'
import type { PreparedChatCard } from '../context/card-cache.ts'
import { createSpeakerStop, type SpeakerStop } from '../speakers/speaker-stop.ts'
import type { ReplyContext } from './reply-context.ts'

/** Filters the model's text before it is sent to readers. */
export interface ReplyModeration {
  push(text: string): void
  /** Sends the rest of the text. Afterwards `text` of the reply is what is to be stored. */
  end(): void
  /** Sends nothing more: the text already sent is retracted by other means. */
  discard(): void
  verdict(): Verdict | null
}

/**
 * Moderates a reply while it streams. Harmless text is sent on at once; a hit retracts its text (B7). Phone numbers in a
 * crisis context may only come from the reviewed file (C4): they are removed from the stored text. For a day after a crisis, when they matter most,
 * they are removed before anybody sees them: the text is then sent sentence by sentence. So is a reply that a `goodbye`
 * filter may cut (H5); sentences that sell something are removed from what is stored.
 */
export function createReplyModeration(
  replyContext: ReplyContext,
  reply: { text: string },
  now: Date,
  send: (text: string) => void,
  goodbye: GoodbyeFilter | null = null,
): ReplyModeration {
  const { person, path } = replyContext
  const screen = createReplyScreen({
    adultMode: person.nsfw,
    teen: isMinor(person.ageState),
    previous: [...path.slice(-4).map((entry) => entry.text), ...(reply.text === '' ? [] : [reply.text])],
    now: () => performance.now(),
  })
  const isAfterCrisis = !canShowOffers(person.lastCrisisAt, now)
  const baseLength = reply.text.length
  let verdict: Verdict | null = null
  let held = ''
  let timer: NodeJS.Timeout | null = null

  const pass = (text: string, isLast: boolean) => {
    held += text
    const end = (isAfterCrisis || goodbye) && !isLast ? endOfSentences(held) : held.length
    if (end === 0 && !(goodbye && isLast)) return
    const due = isAfterCrisis ? stripPhoneNumbers(held.slice(0, end)) : held.slice(0, end)
    held = held.slice(end)
    const allowed = goodbye ? goodbye.pass(due, isLast) : due
    if (allowed !== '') send(allowed)
  }
  const take = ({ release, blocked }: ScreenedText, isLast: boolean) => {
    if (verdict) return
    if (release !== '' || isLast) pass(release, isLast || blocked !== undefined)
    if (!blocked) return
    verdict = { kind: blocked.kind, category: blocked.category, rule: blocked.rule, at: blocked.at }
    reply.text = reply.text.slice(0, baseLength + blocked.removeFrom)
  }
  return {
    verdict: () => verdict,
    discard: () => {
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
      const said = withoutSales(stripPhoneNumbers(reply.text.slice(baseLength)))
      reply.text = reply.text.slice(0, baseLength) + said
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

/**
 * Keeps a reply, of which `begun` already exists, to its speaker's own lines: it ends before a line of the person or,
 * in a group, of another member. Models are not given names to stop at, since those would cut a status board too.
 */
export function createSpeakerStopFor({ ready, speaker, persona, person }: ReplyContext, begun: string): SpeakerStop {
  const isGroup = ready.card.type === 'multiple'
  const others = ready.members.filter((member) => member.card.id !== speaker.card.id)
  const reader = [persona.name, person.nickname, 'User'].map((name) => [name])
  return createSpeakerStop(
    // A single character may write a scene as a script, with its own name before its lines.
    { own: namesOf(speaker), others: [...others.map(namesOf), ...reader], isOwnKeptLater: !isGroup },
    begun === '' || (isGroup && /[\n\r]\s*$/.test(begun)),
  )
}

function namesOf({ card, prepared }: PreparedChatCard): string[] {
  return [...card.names, prepared.nickname]
}
