/** A file of its own, because Explore's script would otherwise contain all of `LIMITS`. */
export const SEARCH_LENGTH = 100
