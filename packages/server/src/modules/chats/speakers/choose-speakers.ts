import { findNames, type Named } from './find-names.ts'

export type TurnPolicy = 'natural' | 'list' | 'pooled' | 'manual'

/** A member of a group as turn policies see it. */
export interface Member extends Named {
  /** 0 to 1: how likely it speaks unasked. */
  talkativeness: number
  isMuted: boolean
}

export interface SpeakerSelection {
  /** In the order of the card. */
  members: readonly Member[]
  policy: TurnPolicy
  /** The maximum number of members that speak unasked in one queue. */
  replyLimit: number
  /** The text of the last message. */
  said: string
  /** The member who wrote it; null: the person. */
  by: string | null
  /** The member that the person explicitly asked to answer. */
  wanted: string | null
  /** Members who have spoken since the person's last message, oldest first. */
  spoken: readonly string[]
  /** Random numbers in [0, 1), the same for the same queue. */
  chance: () => number
}

/**
 * Chooses the members who answer, in turn: the member who was explicitly asked, otherwise those named in the text, in its
 * order, under any policy. If there are none, the policy chooses; `natural` also adds others after those who were named.
 * The limit applies only to members that the policy adds at random. It never removes a member who was asked, and never
 * cuts `list`, in which every member has a turn.
 * A muted member answers when it is explicitly asked or called with “@”, not when it is merely mentioned. A member's reply
 * calls the members it names, except itself and muted ones, whatever the policy; with `manual` nobody answers a member.
 */
export function chooseSpeakers(question: SpeakerSelection): string[] {
  const { members, policy, by, wanted } = question
  const isMuted = new Map(members.map((member) => [member.id, member.isMuted]))
  const canFollow = (id: string, isCalled: boolean) => id !== by && (!isMuted.get(id) || (isCalled && by === null))
  const named = findNames(question.said, members)
    .filter(({ id, isCalled }) => canFollow(id, isCalled))
    .map(({ id }) => id)
  if (by !== null) return policy === 'manual' ? [] : named
  const asked = wanted === null ? named : [wanted, ...named.filter((id) => id !== wanted)]
  if (policy === 'natural' && wanted === null) return withFollowers(question, asked)
  return asked.length > 0 ? asked : POLICIES[policy](question)
}

const POLICIES: Record<TurnPolicy, (question: SpeakerSelection) => string[]> = {
  natural: (question) => withFollowers(question, []),
  list: ({ members }) => unmuted(members).map((member) => member.id),
  pooled: (question) => pooled(question),
  manual: () => [],
}

/** The members asked, then every willing one in random order. At least one member speaks if any can. */
function withFollowers({ members, replyLimit, chance }: SpeakerSelection, asked: readonly string[]): string[] {
  const able = unmuted(members)
  const willing = shuffled(able, chance).filter((member) => member.talkativeness >= chance())
  const chosen = [...asked]
  for (const { id } of willing) {
    if (chosen.length < replyLimit && !chosen.includes(id)) chosen.push(id)
  }
  if (chosen.length > 0 || able.length === 0) return chosen
  const talkative = able.filter((member) => member.talkativeness > 0)
  return [oneOf(talkative.length > 0 ? talkative : able, chance).id]
}

/** A random member who has not spoken since the person did; when all have, one who was not the last. */
function pooled({ members, spoken, chance }: SpeakerSelection): string[] {
  const able = unmuted(members)
  const silent = able.filter((member) => !spoken.includes(member.id))
  const others = able.filter((member) => member.id !== spoken.at(-1))
  const pool = [silent, others, able].find((some) => some.length > 0)
  return pool ? [oneOf(pool, chance).id] : []
}

function unmuted(members: readonly Member[]): Member[] {
  return members.filter((member) => !member.isMuted)
}

function oneOf<Item>(items: readonly Item[], chance: () => number): Item {
  return items[Math.floor(chance() * items.length)]! // callers make sure that there is one
}

/** Fisher–Yates shuffle. */
function shuffled<Item>(items: readonly Item[], chance: () => number): Item[] {
  const order = [...items]
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(chance() * (at + 1))
    const item = order[at]!
    order[at] = order[other]!
    order[other] = item
  }
  return order
}
