import type { BranchStart } from './branch-store.ts'

/** A message shown in the outline. */
interface OutlineNode {
  seq: number
  /** The nearest shown message above it; 0 at a root. */
  above: number
  between: number
  follow: number
  isEnd: boolean
  version: { index: number; count: number }
}

/** A run of messages with consecutive numbers, each following the one before. */
interface Run {
  first: number
  last: number
  parentSeq: number
  /** Depth of its first message. */
  depth: number
  /** Depth of the deepest message in it or below it. */
  deepest: number
  /** Runs whose parent is in this run. */
  below: Run[]
  /** Messages of this run that may be shown: its first, those with other children, and those right after them. */
  marks: number[]
}

export interface Outline {
  /** Numbers of all shown messages, in order. */
  seqs: number[]
  /** The number of leaves. */
  ends: number
  /** The node of a shown message. */
  node(seq: number): OutlineNode
}

/**
 * The outline of a chat's tree: roots, branch points, the first message of each branch, and leaves. It is built from the
 * branch starts alone. Numbers between two of them are consecutive, and deleted messages are always the rest of such a
 * run, so the cost depends on the number of branches and not on the length of the chat. `firstDeleted` holds for each run the first
 * deleted number from its start on (0 for none); runs begin at 1 and at every branch start. `extra` is shown too if it exists.
 */
export function buildOutline(
  branchStarts: readonly BranchStart[],
  lastSeq: number,
  firstDeleted: readonly number[],
  extra: number,
): Outline {
  const tree = treeOf(liveRuns(branchStarts, lastSeq, firstDeleted))
  const shown = shownSeqs(tree, extra)
  return {
    seqs: [...shown].sort((one, other) => one - other),
    ends: tree.runs.filter((run) => childrenOf(run.last, tree).length === 0).length,
    node: (seq) => nodeAt(seq, tree, shown),
  }
}

interface Tree {
  runs: readonly Run[]
  /** The first messages of runs, by their parent. */
  startsUnder: ReadonlyMap<number, readonly number[]>
}

function treeOf(runs: readonly Run[]): Tree {
  const startsUnder = new Map<number, number[]>()
  for (const { first, parentSeq } of runs) startsUnder.set(parentSeq, [...(startsUnder.get(parentSeq) ?? []), first])
  return { runs, startsUnder }
}

/** The first numbers of the runs between a chat's branch starts. */
export function runStarts(branchStarts: readonly BranchStart[], lastSeq: number): number[] {
  if (lastSeq === 0) return []
  const starts = branchStarts.map(({ seq }) => seq)
  return starts[0] === 1 ? starts : [1, ...starts]
}

/** For each run, given by its first number, the first deleted number from there on; 0 where there is none. */
export function firstDeletedSeqs(starts: readonly number[], gone: readonly number[]): number[] {
  let at = 0
  return starts.map((start) => {
    while (at < gone.length && gone[at]! < start) at++ // within the list
    return gone[at] ?? 0
  })
}

function liveRuns(branchStarts: readonly BranchStart[], lastSeq: number, firstDeleted: readonly number[]): Run[] {
  const parents = new Map(branchStarts.map(({ seq, parentSeq }) => [seq, parentSeq]))
  const starts = runStarts(branchStarts, lastSeq)
  const runs: Run[] = []
  for (const [index, first] of starts.entries()) {
    const gone = firstDeleted[index] || Number.MAX_SAFE_INTEGER
    const last = Math.min((starts[index + 1] ?? lastSeq + 1) - 1, gone - 1)
    if (last < first) continue
    const parentSeq = parents.get(first) ?? first - 1
    const parent = runOf(runs, parentSeq)
    const depth = parent ? parent.depth + (parentSeq - parent.first) + 1 : 1
    const run: Run = { first, last, parentSeq, depth, deepest: depth + last - first, below: [], marks: [first] }
    parent?.below.push(run)
    parent?.marks.push(parentSeq, parentSeq + 1)
    runs.push(run)
  }
  // A run's parent is always in an earlier run.
  for (const run of runs.toReversed()) for (const below of run.below) run.deepest = Math.max(run.deepest, below.deepest)
  return runs
}

/** The run that contains a message; runs are in order. */
function runOf(runs: readonly Run[], seq: number): Run | null {
  let [low, high] = [0, runs.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const run = runs[middle]!
    if (seq < run.first) high = middle - 1
    else if (seq > run.last) low = middle + 1
    else return run
  }
  return null
}

/** Numbers of the children of a message; the roots for 0. */
function childrenOf(seq: number, { runs, startsUnder }: Tree): readonly number[] {
  const starts = startsUnder.get(seq) ?? []
  const run = seq === 0 ? null : runOf(runs, seq)
  return run && seq < run.last ? [seq + 1, ...starts] : starts
}

function shownSeqs(tree: Tree, extra: number): Set<number> {
  const shown = new Set<number>()
  const ofExtra = extra > 0 ? runOf(tree.runs, extra) : null
  if (ofExtra) {
    shown.add(extra)
    ofExtra.marks.push(extra)
  }
  for (const parting of tree.startsUnder.keys()) {
    const children = childrenOf(parting, tree)
    if (parting > 0 && children.length > 1) shown.add(parting)
    if (parting === 0 || children.length > 1) for (const child of children) shown.add(child)
  }
  for (const run of tree.runs) if (childrenOf(run.last, tree).length === 0) shown.add(run.last)
  return shown
}

function nodeAt(seq: number, tree: Tree, shown: ReadonlySet<number>): OutlineNode {
  const run = runOf(tree.runs, seq)
  if (!run) throw new Error('message not found in any run')
  const depth = run.depth + seq - run.first
  const above = nodeAbove(run, seq, tree, shown)
  const siblings = childrenOf(seq === run.first ? run.parentSeq : seq - 1, tree)
  return {
    seq,
    above: above?.seq ?? 0,
    between: depth - (above?.depth ?? 0) - 1,
    follow: deepestBelow(seq, run) - depth,
    isEnd: childrenOf(seq, tree).length === 0,
    version: { index: siblings.indexOf(seq), count: siblings.length },
  }
}

function nodeAbove(start: Run, seq: number, tree: Tree, shown: ReadonlySet<number>) {
  let run: Run | null = start
  let from = seq - 1
  while (run) {
    // A shown message of a run is its first, its last, a parent of other runs or the sibling beside them, or the end of
    // the path.
    for (let candidate = from; candidate >= run.first; candidate = nextBelow(run, candidate)) {
      if (shown.has(candidate)) return { seq: candidate, depth: run.depth + candidate - run.first }
    }
    from = run.parentSeq
    run = runOf(tree.runs, from)
  }
  return null
}

/** The next lower message of a run that may be shown. */
function nextBelow(run: Run, seq: number): number {
  let best = run.first - 1
  for (const candidate of run.marks) if (candidate < seq && candidate > best) best = candidate
  return best
}

function deepestBelow(seq: number, run: Run): number {
  let deepest = run.depth + run.last - run.first
  for (const below of run.below) if (below.parentSeq >= seq) deepest = Math.max(deepest, below.deepest)
  return deepest
}
