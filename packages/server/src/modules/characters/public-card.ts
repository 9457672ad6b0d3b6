/** What the operators have decided about an item. Hidden: only its author sees it. Removed: nobody does. */
export type Restriction = 'hidden' | 'removed'

/** Whether a decision keeps this reader from an item. Every list, page and chat asks this one function, or the SQL below. */
function isWithheldFrom(
  readerId: string | null,
  item: { restriction: Restriction | null; creator_id: string | null },
): boolean {
  if (item.restriction === null) return false
  return item.restriction === 'removed' || item.creator_id === null || item.creator_id !== readerId
}

/** Whether this reader may know of this card at all, whatever its rating. */
export function isVisibleTo(
  readerId: string | null,
  card: { creator_id: string | null; state: string; visibility: string; restriction: Restriction | null },
): boolean {
  if (isWithheldFrom(readerId, card)) return false
  if (card.creator_id !== null && card.creator_id === readerId) return true
  return card.state === 'published' && card.visibility !== 'private'
}

/** The SQL of what everyone may find in lists and search. */
export function publicCard(alias: string): string {
  return `${alias}.state = 'published' and ${alias}.visibility = 'public' and ${alias}.restriction is null`
}
