import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { isBuildSource } from './build.ts'
import { readImports } from './check-boundaries.ts'

const PICTURES = 'packages/server/src/commands/build-pictures.ts'

/** What the pictures are drawn by. Modules are left out: of them only the templates are read. */
function importedByPictures(): string[] {
  const graph = readImports(fileURLToPath(new URL('..', import.meta.url)))
  const found = new Set([PICTURES])
  for (const path of found)
    for (const { to } of graph.get(path) ?? [])
      if (!/^packages\/server\/src\/(modules|platform)\//.test(to)) found.add(to)
  return [...found]
}

it.each(['scripts/build.ts', 'scripts/compress-build.ts', 'packages/web/vite.worker.config.ts', 'locales/en/app.json'])(
  'builds again after a change of %s',
  (path) => {
    expect(isBuildSource(path)).toBe(true)
  },
)

it('builds again after a change of anything that draws the pictures', () => {
  const imported = importedByPictures()
  expect(imported.length).toBeGreaterThan(20)
  expect(imported.filter((path) => !isBuildSource(path))).toEqual([])
})

it.each([
  'packages/server/src/main.ts',
  'packages/web/node_modules/a.ts',
  'build/web/a.js',
  'locales-of-others/a.json',
])('does not build again after a change of %s', (path) => {
  expect(isBuildSource(path)).toBe(false)
})
