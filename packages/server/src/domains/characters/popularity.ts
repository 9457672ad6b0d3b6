/** Steps of the rank per doubling of what it counts; the editorial order stays below one of the first steps. */
const STEPS_PER_DOUBLING = 200

/**
 * Place of a card under "popular": logarithmic in chats and likes (a like counts as two chats), plus the library's own
 * order, which alone decides on a new instance. Logarithmic, so that a much-loved card rarely has to be moved in the
 * indexes that hold its rank.
 */
export function popularityRank(card: { chat_count: number; like_count: number; editorial: number }): number {
  const weight = Math.max(0, card.chat_count) + 2 * Math.max(0, card.like_count)
  return Math.floor(STEPS_PER_DOUBLING * Math.log2(1 + weight)) + card.editorial
}
