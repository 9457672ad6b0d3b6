/**
 * A current or former member of a group's chat: present from message `from_seq` up to, but without, `until_seq` (null:
 * still present).
 */
interface MembershipEntry {
  card_id: string
  name: string
  avatar: string | null
  from_seq: number
  until_seq: number | null
}

export type MembershipHistory = readonly MembershipEntry[]

type ParticipantName = { id: string; name: string; avatar: string | null }

/**
 * Updates the membership to the members of the group's card: a new member joins at the next message, a missing one has
 * left. Returns the same object when nothing has changed.
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

/** Whether a member was present when a message was said. A member who joined later does not know earlier messages. */
export function wasPresent(roster: MembershipHistory, cardId: string, seq: number): boolean {
  return roster.some(
    ({ card_id, from_seq, until_seq }) =>
      card_id === cardId && seq >= from_seq && (until_seq === null || seq < until_seq),
  )
}
