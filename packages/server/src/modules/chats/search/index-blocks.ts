/** Number of consecutive messages that are indexed together. */
export const BLOCK_SIZE = 512

/** The block that contains a message. */
export function blockOf(seq: number): number {
  return Math.floor(seq / BLOCK_SIZE)
}

/** The first character that encodes a position in a block. All of them take two bytes and need no escape. */
const FIRST_CHARACTER = 0x100

/** A message's position in its block as one character, so that a term's position list grows by string concatenation. */
export function placeOf(seq: number): string {
  return String.fromCharCode(FIRST_CHARACTER + (seq % BLOCK_SIZE))
}

/** The messages of a block in a position list. */
export function seqsOf(block: number, places: string): Set<number> {
  const seqs = new Set<number>()
  for (let index = 0; index < places.length; index++) {
    seqs.add(block * BLOCK_SIZE + places.charCodeAt(index) - FIRST_CHARACTER)
  }
  return seqs
}
