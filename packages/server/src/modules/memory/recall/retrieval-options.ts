/** By which ways older things come to mind; all of them, unless a measurement asks what each is worth. */
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
