import { createSeededRandom } from '../../../platform/seeded-random.ts'
import type { ChatContext } from '../context/chat-context.ts'
import { membersOf } from '../context/participants.ts'
import { chooseSpeakers, type Member, type TurnPolicy } from '../speakers/choose-speakers.ts'
import { findNames } from '../speakers/find-names.ts'

/** The state of the replies to one message of a person, while they are being written. */
export interface SpeakerQueue {
  policy: TurnPolicy
  replyLimit: number
  /** The next speakers, in order. */
  upcoming: readonly string[]
  /** The members who have had their turn, oldest first, whatever its result. */
  spoken: readonly string[]
  /** The members that the person asked explicitly or with “@”: they speak even if muted. */
  asked: readonly string[]
  /** Whether any reply has succeeded, so that the charge stands. */
  hasSaid: boolean
  /** The number of failed replies in a row, up to the last one. */
  failures: number
}

/** One failure may be specific to a member; a second in a row ends the queue to give the model a rest. */
const MAX_FAILURES = 2

/**
 * The queue after one of its replies: the members that the reply names speak next, until the limit is reached. In list
 * order every member has one turn, so being named changes nothing for those who have had theirs or still will.
 */
export function advanceQueue(
  speakerQueue: SpeakerQueue,
  members: readonly Member[],
  reply: { speakerId: string; text: string; hasSaid: boolean },
): SpeakerQueue {
  const { policy, replyLimit } = speakerQueue
  const spoken = [...speakerQueue.spoken, reply.speakerId]
  const waiting = speakerQueue.upcoming.filter((id) => id !== reply.speakerId)
  const named = chooseSpeakers({
    members,
    policy,
    replyLimit,
    spoken,
    said: reply.hasSaid ? reply.text : '',
    by: reply.speakerId,
    wanted: null,
    chance: () => 0, // naming involves no random choice
  })
  const had = policy === 'list' ? [...spoken, ...waiting] : waiting
  const fresh = named
    .filter((id) => !had.includes(id))
    .slice(0, Math.max(0, replyLimit - spoken.length - waiting.length))
  const first = policy === 'list' ? [] : named.filter((id) => waiting.includes(id) || fresh.includes(id))
  const upcoming =
    policy === 'list' ? [...waiting, ...fresh] : [...first, ...waiting.filter((id) => !first.includes(id))]
  return {
    ...speakerQueue,
    upcoming,
    spoken,
    hasSaid: speakerQueue.hasSaid || reply.hasSaid,
    failures: reply.hasSaid ? 0 : speakerQueue.failures + 1,
  }
}

/**
 * The next speaker. Skips members who left or were muted meanwhile; nobody speaks twice in a row. Null when the queue
 * is over: nobody is left, or two replies in a row have failed.
 */
export function nextSpeaker(
  speakerQueue: SpeakerQueue,
  members: readonly Member[],
): { speakerId: string; speakerQueue: SpeakerQueue } | null {
  if (speakerQueue.failures >= MAX_FAILURES) return null
  const at = speakerQueue.upcoming.findIndex((id) => {
    const member = members.find((one) => one.id === id)
    return member && id !== speakerQueue.spoken.at(-1) && (!member.isMuted || speakerQueue.asked.includes(id))
  })
  const speakerId = speakerQueue.upcoming[at]
  return speakerId === undefined
    ? null
    : { speakerId, speakerQueue: { ...speakerQueue, upcoming: speakerQueue.upcoming.slice(at + 1) } }
}

/** The first speaker of a message, and the queue of possible further ones; no queue for a single character. */
export interface ReplyPlan {
  speakerId: string
  speakerQueue: SpeakerQueue | null
}

/**
 * Plans the replies to what the person has said; null when nobody answers, as in a group that waits to be asked.
 * `wanted` is the member who was explicitly asked. Deterministic: the same message in the same chat is always answered by
 * the same members.
 */
export function planReplies(
  context: Pick<ChatContext, 'chat' | 'loadedCard'>,
  said: { text: string; seq: number },
  wanted: string | null = null,
): ReplyPlan | null {
  const { chat, loadedCard } = context
  const { card } = loadedCard
  if (card.type === 'single') return { speakerId: card.id, speakerQueue: null }
  const members = membersOf(loadedCard, chat.muted)
  const rules = { policy: card.turnPolicy, replyLimit: card.replyLimit }
  const chance = createSeededRandom(`${chat.id}/${said.seq}`)
  const upcoming = chooseSpeakers({ members, ...rules, said: said.text, by: null, wanted, spoken: [], chance })
  const called = findNames(said.text, members).flatMap(({ id, isCalled }) => (isCalled ? [id] : []))
  const asked = wanted === null ? called : [wanted, ...called]
  return nextSpeaker({ ...rules, upcoming, asked, spoken: [], hasSaid: false, failures: 0 }, members)
}
