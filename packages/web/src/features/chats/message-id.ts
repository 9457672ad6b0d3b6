/** The id of a chat's message with this number. */
export function messageIdOf(chatId: string, seq: number): string {
  return `${chatId}-${seq.toString(36)}`
}
