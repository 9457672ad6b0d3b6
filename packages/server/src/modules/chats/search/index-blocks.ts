/** Consecutive messages that are indexed together. */
export const BLOCK_SIZE = 512

/** The block in which a message stands. */
export function blockOf(seq: number): number {
  return Math.floor(seq / BLOCK_SIZE)
}

/** Where the characters begin that stand for the places in a block: all of them are two bytes and need no escape. */
const FIRST_CHARACTER = 0x100

/** A message's place in its block as one character, so that a word's list of places grows by joining strings. */
export function placeOf(seq: number): string {
  return String.fromCharCode(FIRST_CHARACTER + (seq % BLOCK_SIZE))
}

/** The messages of a block that a list of places names. */
export function seqsOf(block: number, places: string): Set<number> {
  const seqs = new Set<number>()
  for (let index = 0; index < places.length; index++) {
    seqs.add(block * BLOCK_SIZE + places.charCodeAt(index) - FIRST_CHARACTER)
  }
  return seqs
}
