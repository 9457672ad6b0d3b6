import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LaneNode, layoutBranches } from './branch-layout.ts'

const node = (id: number, above: number | null, onPath = false): LaneNode => ({
  message_id: String(id),
  above: above === null ? null : String(above),
  on_path: onPath,
})

describe('layoutBranches', () => {
  it('assigns the first lane to the path, another to each branch, and reuses lanes that have ended', () => {
    const { rows, width } = layoutBranches([
      node(1, null, true),
      node(2, 1, true),
      node(3, 2),
      node(4, 2, true),
      node(5, 4),
      node(6, 4, true),
    ])
    expect(rows.map((row) => row.lane)).toEqual([0, 0, 1, 0, 1, 0])
    expect(width).toBe(2)
    expect(rows[2]?.segments).toEqual([
      { from: 0, to: 1, isLit: false },
      { from: 0, to: 0, isLit: true },
    ])
  })

  it('lets several openings fork above the first row', () => {
    const { rows } = layoutBranches([node(1, null, true), node(2, null), node(3, 1, true)])
    expect(rows.map((row) => row.lane)).toEqual([0, 1, 0])
    expect(rows[0]?.segments).toEqual([
      { from: 0, to: 0, isLit: true },
      { from: 0, to: 1, isLit: false },
    ])
    expect(rows[1]?.segments).toEqual([
      { from: 1, to: 1, isLit: false },
      { from: 0, to: 0, isLit: true },
    ])
  })

  it('never lets lines of different branches overlap', () => {
    const trees = fc
      .array(fc.record({ up: fc.nat(8), lit: fc.boolean() }), { minLength: 1, maxLength: 30 })
      .map((steps) => {
        const nodes = steps.map(({ up }, at) => node(at, at === 0 ? null : Math.max(0, at - 1 - up)))
        for (let at = nodes.length - 1; at >= 0; at = Number(nodes[at]?.above ?? -1)) {
          const one = nodes[at]
          if (one) one.on_path = true
          if (one?.above === null) break
        }
        return nodes
      })
    fc.assert(
      fc.property(trees, (nodes) => {
        const { rows } = layoutBranches(nodes)
        const ends = new Map<string, Set<string>>()
        for (const [at, one] of nodes.entries()) {
          const above = one.above === null ? -1 : Number(one.above)
          for (let row = above + 2; row <= at && above >= 0; row++) {
            const key = `${row}/${rows[at]?.lane}`
            ends.set(key, (ends.get(key) ?? new Set()).add(one.message_id))
          }
        }
        for (const through of ends.values()) expect(through.size).toBe(1)
      }),
    )
  })
})
