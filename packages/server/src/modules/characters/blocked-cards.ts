/** A card as the rule for blocks sees it. */
export interface BlockableCard {
  id: string
  creatorId: string | null
  /** The members of a group. */
  members?: readonly { id: string; creatorId: string | null }[]
}

/**
 * Whether a card is blocked: it, its creator, or in a group a member or a member's creator. Ids of cards and people
 * never coincide, so one list holds both. The same rule as `unblockedSql`, for cards that are already loaded.
 */
export function isBlockedCard(blockedIds: readonly string[], card: BlockableCard): boolean {
  if (blockedIds.length === 0) return false
  const isBlocked = ({ id, creatorId }: BlockableCard) =>
    blockedIds.includes(id) || (creatorId !== null && blockedIds.includes(creatorId))
  return isBlocked(card) || (card.members ?? []).some(isBlocked)
}

/**
 * The condition of every list: true for a card that is not blocked. `blocked` is the parameter with the reader's
 * blocked ids; while it is empty, no card is read. Otherwise each candidate costs one read by key: a scalar subquery,
 * because `exists` could be planned as a hash of all cards.
 */
export function unblockedSql(cardId: string, blocked: string): string {
  const ids = `any(${blocked}::text[])`
  return `(cardinality(${blocked}::text[]) = 0 or (
    select b.id = ${ids} or coalesce(b.creator_id = ${ids}, false) or exists (
      select 1 from card m where m.id = any(b.member_ids) and (m.id = ${ids} or m.creator_id = ${ids}))
    from card b where b.id = ${cardId}) is not true)`
}
