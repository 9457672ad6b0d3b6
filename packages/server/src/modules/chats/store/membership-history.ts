/** Somebody who is or was in a group's chat, and from which message to before which one (null: still). */
export interface MembershipEntry {
  card_id: string
  name: string
  avatar: string | null
  from_seq: number
  until_seq: number | null
}

export type MembershipHistory = readonly MembershipEntry[]

type ParticipantName = { id: string; name: string; avatar: string | null }

/**
 * The roster after a look at the group's card: who is new has joined at the next message, who is missing has left. The
 * same object when nothing has changed.
 */
export function membershipAfter(
  roster: MembershipHistory | null,
  members: readonly ParticipantName[],
  nextSeq: number,
): MembershipHistory {
  const known = roster ?? []
  const isPresent = (id: string) => known.some((entry) => entry.card_id === id && entry.until_seq === null)
  const joined = members.filter((member) => !isPresent(member.id))
  const left = known.filter(
    (entry) => entry.until_seq === null && !members.some((member) => member.id === entry.card_id),
  )
  if (roster && joined.length === 0 && left.length === 0) return roster
  return [
    ...known.map((entry) => (left.includes(entry) ? { ...entry, until_seq: nextSeq } : entry)),
    ...joined.map(({ id, name, avatar }) => ({
      card_id: id,
      name,
      avatar,
      from_seq: roster === null ? 1 : nextSeq,
      until_seq: null,
    })),
  ]
}

/** Whether a member was there when a message was said: who joins later knows only what it has seen. */
export function wasPresent(roster: MembershipHistory, cardId: string, seq: number): boolean {
  return roster.some(
    ({ card_id, from_seq, until_seq }) =>
      card_id === cardId && seq >= from_seq && (until_seq === null || seq < until_seq),
  )
}
