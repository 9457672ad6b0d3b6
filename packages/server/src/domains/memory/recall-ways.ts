/** By which ways older things come to mind; all of them, unless a measurement asks what each is worth. */
export interface RecallWays {
  words: boolean
  vectors: boolean
  facts: boolean
  passages: boolean
  summary: boolean
}

export const ALL_WAYS: RecallWays = { words: true, vectors: true, facts: true, passages: true, summary: true }
