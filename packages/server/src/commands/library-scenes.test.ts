import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readLibraryFile } from '../platform/library-file.ts'
import { measureScenes, type SceneColors } from './library-scenes.ts'

const HEX = z.string().regex(/^#[0-9a-f]{6}$/)
const Stored = z.record(z.string(), z.object({ edge: HEX, foot: HEX, tint: HEX }))

/** The largest difference of a channel, 0 to 255. */
function difference(one: string, other: string): number {
  const channels = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  const others = channels(other)
  return Math.max(...channels(one).map((value, index) => Math.abs(value - (others[index] ?? 0))))
}

describe('scenes of the library', () => {
  it('have the colours that are stored of them, all 28 characters and 8 groups', async () => {
    const stored: Record<string, SceneColors> = readLibraryFile(Stored, 'scene-colors.json')
    const measured = await measureScenes()
    expect(Object.keys(stored)).toEqual(Object.keys(measured))
    expect(Object.keys(stored)).toHaveLength(36)
    const changed = Object.entries(measured).filter(([id, colors]) =>
      (['edge', 'foot', 'tint'] as const).some((part) => difference(colors[part], stored[id]?.[part] ?? '#') > 12),
    )
    // After a change of the painter: node packages/server/src/commands/library-scenes.ts
    expect(changed.map(([id]) => id)).toEqual([])
  })
})
