/** `LIMITS.searchLength` by itself: Explore needs no other limit, and is spared the bytes of all of them. */
export const SEARCH_LENGTH = 100
