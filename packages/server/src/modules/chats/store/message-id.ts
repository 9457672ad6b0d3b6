/** A message's id is its chat's id and its number, so that the table's primary key finds it without another index. */
export function messageId(chatId: string, seq: number): string {
  return `${chatId}-${seq.toString(36)}`
}

/** Chat id and number of a message id; null when it cannot be one of ours. */
export function parseMessageId(id: string): { chatId: string; seq: number } | null {
  const match = /^([0-9A-Za-z]{1,40})-([0-9a-z]{1,6})$/.exec(id)
  if (!match?.[1] || !match[2]) return null
  const seq = Number.parseInt(match[2], 36)
  return seq > 0 && seq <= 2_147_483_647 ? { chatId: match[1], seq } : null
}
