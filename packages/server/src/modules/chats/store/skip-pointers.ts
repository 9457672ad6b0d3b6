import type { TreePlace } from '../rules.ts'

/**
 * A message's place, the place its skip pointer leads to, the one that leads to, and so on up to a root: O(log depth)
 * places, and all that is needed to place the next message without asking the database.
 */
export type SkipPointers = readonly TreePlace[]

/**
 * The spine of a new message under the first place of `spine`: Myers, "An applicative random-access stack" (1983).
 * The pointer skips over two equal strides where there are two, else it leads to the parent.
 */
export function appendSkipPointers(spine: SkipPointers, seq: number): SkipPointers {
  const [parent, jump, beyond] = spine
  if (!parent) return [{ seq, depth: 1, jumpSeq: 0, jumpDepth: 0 }]
  const jumpDepth = jump?.depth ?? 0
  const beyondDepth = beyond?.depth ?? 0
  const isPaired = jump !== undefined && parent.depth - jumpDepth === jumpDepth - beyondDepth
  const target = isPaired ? beyond : parent
  const place = { seq, depth: parent.depth + 1, jumpSeq: target?.seq ?? 0, jumpDepth: target?.depth ?? 0 }
  return [place, ...(isPaired ? spine.slice(2) : spine)]
}
