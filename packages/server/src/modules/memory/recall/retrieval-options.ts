/** The retrieval methods to use; all of them, except in measurements of each one's value. */
export interface RetrievalOptions {
  words: boolean
  vectors: boolean
  facts: boolean
  passages: boolean
  summary: boolean
}

export const ALL_RETRIEVAL_OPTIONS: RetrievalOptions = {
  words: true,
  vectors: true,
  facts: true,
  passages: true,
  summary: true,
}
