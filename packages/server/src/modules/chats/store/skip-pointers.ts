/** The place of a message in its tree: its depth (1 at a root) and a skip pointer to one of its ancestors. */
export interface TreePlace {
  seq: number
  depth: number
  jumpSeq: number
  jumpDepth: number
}

/**
 * A message's place, the place its skip pointer leads to, the place that one leads to, and so on up to a root. These
 * O(log depth) places are all that is needed to place the next message without a query.
 */
export type SkipPointers = readonly TreePlace[]

/**
 * The skip pointers of a new message below the first place of `skipPointers`: Myers, "An applicative random-access
 * stack" (1983). The pointer skips over two equal strides where there are two; otherwise it leads to the parent.
 */
export function appendSkipPointers(skipPointers: SkipPointers, seq: number): SkipPointers {
  const [parent, jump, beyond] = skipPointers
  if (!parent) return [{ seq, depth: 1, jumpSeq: 0, jumpDepth: 0 }]
  const jumpDepth = jump?.depth ?? 0
  const beyondDepth = beyond?.depth ?? 0
  const isPaired = jump !== undefined && parent.depth - jumpDepth === jumpDepth - beyondDepth
  const target = isPaired ? beyond : parent
  const place = { seq, depth: parent.depth + 1, jumpSeq: target?.seq ?? 0, jumpDepth: target?.depth ?? 0 }
  return [place, ...(isPaired ? skipPointers.slice(2) : skipPointers)]
}
