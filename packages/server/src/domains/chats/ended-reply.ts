/** A whole reply that has been stored; for those who are told of it. */
export interface EndedReply {
  personId: string
  chatId: string
  seq: number
  /** In the language of the chat. */
  speakerName: string
  /** The character spoke of its own accord. */
  isUnasked: boolean
}
