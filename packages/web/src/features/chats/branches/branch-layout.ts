/** A node of the tree to lay out: nodes are in order, each with the node that it follows. */
export interface LaneNode {
  message_id: string
  above: string | null
  on_path: boolean
}

/** A line that enters a row from the row above. */
interface LaneSegment {
  from: number
  to: number
  isLit: boolean
}

export interface LaneRow {
  lane: number
  segments: LaneSegment[]
}

/**
 * Assigns every node a lane beside its row: the active path has the first one, a branch occupies its lane from its fork
 * to its end, and lanes that have ended are reused. Rows are rendered separately, so each lists its incoming lines.
 */
export function layoutBranches(nodes: readonly LaneNode[]): { rows: LaneRow[]; width: number } {
  const index = new Map(nodes.map((node, at) => [node.message_id, at]))
  const aboveOf = nodes.map((node) => (node.above === null ? -1 : (index.get(node.above) ?? -1)))
  const lastBelow = nodes.map((_, at) => at)
  for (let at = nodes.length - 1; at >= 0; at--) {
    const above = aboveOf[at] ?? -1
    // The first off-path child stays in the lane of its parent.
    if (above >= 0) lastBelow[above] = Math.max(lastBelow[above] ?? above, at)
  }
  const lanes: number[] = []
  /** The last row in which each lane is occupied; the first lane belongs to the path. */
  const takenTo = [Number.POSITIVE_INFINITY]
  const continued = new Set<number>()
  for (const [at, node] of nodes.entries()) {
    const above = aboveOf[at] ?? -1
    if (node.on_path) {
      lanes.push(0)
      continue
    }
    const aboveLane = above >= 0 ? (lanes[above] ?? 0) : 0
    if (above >= 0 && aboveLane > 0 && !continued.has(above)) {
      continued.add(above)
      lanes.push(aboveLane)
      takenTo[aboveLane] = Math.max(takenTo[aboveLane] ?? 0, lastBelow[at] ?? at)
      continue
    }
    let lane = takenTo.findIndex((until, one) => one > 0 && until < Math.max(above, 0))
    if (lane < 0) lane = takenTo.length
    takenTo[lane] = Math.max(at, lastBelow[at] ?? at)
    lanes.push(lane)
  }
  // Several openings fork above the first row.
  const hasSeveralRoots = nodes.filter((node) => node.above === null).length > 1
  const rows = lanes.map((lane): LaneRow => ({ lane, segments: [] }))
  for (const [at, node] of nodes.entries()) {
    const above = aboveOf[at] ?? -1
    const isRoot = node.above === null
    if (isRoot && !hasSeveralRoots) continue
    const lane = lanes[at] ?? 0
    const start = isRoot ? 0 : above < 0 ? lane : (lanes[above] ?? 0)
    const isLit = node.on_path
    for (let row = Math.max(above + 1, 0); row <= at; row++)
      rows[row]?.segments.push({ from: row === above + 1 ? start : lane, to: lane, isLit })
  }
  return { rows, width: takenTo.length }
}
