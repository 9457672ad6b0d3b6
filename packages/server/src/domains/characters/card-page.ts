/** Ids of a page of cards, and where the next one begins. */
export interface IdPage {
  ids: string[]
  nextCursor: string | null
}

/** Above every rank, and after every day, that there is. */
export const BEFORE_ALL = { rank: 2_147_483_647, id: '', publishedAt: new Date('9999-12-31T00:00:00.000Z') } as const

/** The page in rows of which one more than the page was read. */
export function pageOf<Row extends { card_id: string }>(
  rows: readonly Row[],
  limit: number,
  cursorAfter: (last: Row) => string,
): IdPage {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    ids: shown.map((row) => row.card_id),
    nextCursor: rows.length > limit && last ? cursorAfter(last) : null,
  }
}
