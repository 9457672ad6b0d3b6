import { seededChance } from '../prompt/seeded-chance.ts'
import type { Turn } from '../turn.ts'
import { membersOf } from './cast.ts'
import { chooseSpeakers } from './choose-speakers.ts'
import { findNames } from './find-names.ts'
import { nextSpeaker, type Round } from './round.ts'

/** Who answers a message first, and who may follow; no round where one character answers alone. */
export interface Answer {
  speakerId: string
  round: Round | null
}

/**
 * Who answers what the person has said; null when nobody does, as with a group that waits to be asked. `wanted` is the
 * member asked by hand. The same message in the same chat is always answered by the same members.
 */
export function planAnswer(
  turn: Pick<Turn, 'chat' | 'ready'>,
  said: { text: string; seq: number },
  wanted: string | null = null,
): Answer | null {
  const { chat, ready } = turn
  const { card } = ready
  if (card.type === 'single') return { speakerId: card.id, round: null }
  const members = membersOf(ready, chat.muted)
  const rules = { policy: card.turnPolicy, replyLimit: card.replyLimit }
  const chance = seededChance(`${chat.id}/${said.seq}`)
  const queue = chooseSpeakers({ members, ...rules, said: said.text, by: null, wanted, spoken: [], chance })
  const called = findNames(said.text, members).flatMap(({ id, isCalled }) => (isCalled ? [id] : []))
  const asked = wanted === null ? called : [wanted, ...called]
  return nextSpeaker({ ...rules, queue, asked, spoken: [], hasSaid: false, failures: 0 }, members)
}
