/** A run of messages that is drawn or left out as one; `before` and `after` are the neighbours beyond its ends. */
export interface MessageChunk {
  key: string
  ids: readonly string[]
  before: string | null
  after: string | null
}

/** Sequence numbers a chunk spans: small enough to draw in a frame, large enough that 100,000 messages stay few. */
const SPAN = 12

/**
 * Cuts the path into chunks. A chunk is named by the sequence numbers it spans, so that older pages and new messages
 * leave the others as they are; what did not change keeps its very object from `previous`.
 */
export function chunksOf(
  ids: readonly string[],
  seqOf: (id: string) => number,
  previous: readonly MessageChunk[],
): readonly MessageChunk[] {
  const known = new Map(previous.map((chunk) => [chunk.key, chunk]))
  const chunks: MessageChunk[] = []
  for (let start = 0; start < ids.length; ) {
    const span = Math.floor(seqOf(ids[start] ?? '') / SPAN)
    let end = start + 1
    while (end < ids.length && Math.floor(seqOf(ids[end] ?? '') / SPAN) === span) end++
    const chunk: MessageChunk = {
      key: `s${span}`,
      ids: ids.slice(start, end),
      before: ids[start - 1] ?? null,
      after: ids[end] ?? null,
    }
    const same = known.get(chunk.key)
    chunks.push(same && isSame(same, chunk) ? same : chunk)
    start = end
  }
  return chunks
}

function isSame(a: MessageChunk, b: MessageChunk): boolean {
  if (a.before !== b.before || a.after !== b.after || a.ids.length !== b.ids.length) return false
  return a.ids.every((id, index) => id === b.ids[index])
}
