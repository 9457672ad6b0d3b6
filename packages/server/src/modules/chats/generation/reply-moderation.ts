import {
  asksIfHuman,
  canShowOffers,
  claimsToBeHuman,
  createReplyScreen,
  isMinor,
  type ScreenedText,
  stripPhoneNumbers,
  type Verdict,
} from '../../safety/module.ts'
import type { PreparedChatCard } from '../context/card-cache.ts'
import { createSpeakerStop, type SpeakerStop } from '../speakers/speaker-stop.ts'
import type { ReplyContext } from './reply-context.ts'

/** What stands between a model and a reader. */
export interface ReplyModeration {
  push(text: string): void
  /** The last of the text; afterwards `text` of the reply is what is to be kept. */
  end(): void
  /** What was said is taken back, by other means: nothing more is sent on. */
  discard(): void
  verdict(): Verdict | null
}

/**
 * Lets through what the rules let through: harmless text goes on at once, a hit takes its words back (B7). A sincere
 * question whether this is a person is never answered with yes (H2). Numbers beside words of crisis come from the
 * reviewed file alone (C4): they are taken out of what is kept, and for a day after a crisis, when they would matter
 * most, before anybody sees them: then text goes on by sentences.
 */
export function createReplyModeration(
  setting: ReplyContext,
  reply: { text: string },
  now: Date,
  send: (text: string) => void,
): ReplyModeration {
  const { person, path } = setting
  const screen = createReplyScreen({
    adultMode: person.nsfw,
    teen: isMinor(person.ageState),
    previous: [...path.slice(-4).map((entry) => entry.text), ...(reply.text === '' ? [] : [reply.text])],
    now: () => performance.now(),
  })
  const isAfterCrisis = !canShowOffers(person.lastCrisisAt, now)
  const asked = path.findLast((entry) => entry.role === 'user')?.text ?? ''
  const baseLength = reply.text.length
  let verdict: Verdict | null = null
  let held = ''
  let timer: NodeJS.Timeout | null = null

  const pass = (text: string, isLast: boolean) => {
    held += text
    const end = isAfterCrisis && !isLast ? endOfSentences(held) : held.length
    if (end === 0) return
    send(isAfterCrisis ? stripPhoneNumbers(held.slice(0, end)) : held.slice(0, end))
    held = held.slice(end)
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
      const said = reply.text.slice(baseLength)
      if (!verdict && asksIfHuman(asked) && claimsToBeHuman(said)) {
        verdict = { kind: 'blocked', category: 'honesty', rule: 'H2', at: 0 }
        reply.text = reply.text.slice(0, baseLength)
      } else reply.text = reply.text.slice(0, baseLength) + stripPhoneNumbers(said)
    },
  }
}

/** Where the last whole sentence of a text ends; 0 when there is none. */
function endOfSentences(text: string): number {
  for (let index = text.length - 1; index >= 0; index--) {
    if ('.!?…。！？؟\n'.includes(text[index]!)) return index + 1
  }
  return 0
}

/** The guard over a group member's reply, of which `begun` is there already; null where one character talks alone. */
export function createSpeakerStopFor(
  { ready, speaker, persona, person }: ReplyContext,
  begun: string,
): SpeakerStop | null {
  if (ready.card.type === 'single') return null
  const others = ready.members.filter((member) => member.card.id !== speaker.card.id)
  const reader = [persona.name, person.nickname, 'User']
  const names = { own: namesOf(speaker), others: [...others.map(namesOf), ...reader.map((name) => [name])] }
  return createSpeakerStop(names, begun === '' || /[\n\r]\s*$/.test(begun))
}

function namesOf({ card, prepared }: PreparedChatCard): string[] {
  return [...card.names, prepared.nickname]
}
