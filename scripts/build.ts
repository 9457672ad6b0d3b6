import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runNode, runProgram, runSteps } from './run.ts'

const STAMP = 'build/built-from'
/** What a build is made from: files, and folders with everything in them. */
const SOURCES = [
  'packages/web',
  'packages/contract/src',
  'packages/painter/src',
  'packages/roleplay-markdown/src',
  'locales',
  'legal',
  'library',
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/build.ts',
  'scripts/compress-build.ts',
  'packages/server/src/commands/build-pictures.ts',
  'packages/server/src/commands/draw-brand.ts',
  'packages/server/src/commands/library-covers.ts',
  'packages/server/src/commands/library-scenes.ts',
  'packages/server/src/modules/image-tasks/templates.ts',
  'packages/server/src/providers/image-model/rasterize.ts',
  'packages/server/src/providers/media/ai-content-label.ts',
  'packages/server/src/providers/media/share-image.ts',
]
const LEFT_OUT = new Set(['node_modules', '.react-router', 'build'])

/** Whether a change of this file, as a path from the repository's root, makes the next start build again. */
export const isBuildSource = (path: string): boolean =>
  SOURCES.some((source) => path === source || path.startsWith(`${source}/`)) &&
  !path.split('/').some((name) => LEFT_OUT.has(name))

/** Builds the site and the images if their sources have changed since the last build. Returns an exit code. */
export async function buildWhenNeeded(): Promise<number> {
  const digest = digestOf(SOURCES)
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === digest) return 0
  console.log('Building the site …')
  const code = await runSteps([
    ['pictures', () => runNode(['packages/server/src/commands/build-pictures.ts'])],
    ['pages', () => runProgram('react-router', ['build', 'packages/web'], { NODE_ENV: 'production' })],
    [
      'service worker',
      () => runProgram('vite', ['build', 'packages/web', '--config', 'packages/web/vite.worker.config.ts']),
    ],
    ['compressed files', () => runNode(['scripts/compress-build.ts'])],
  ])
  if (code === 0) {
    mkdirSync('build', { recursive: true })
    writeFileSync(STAMP, digest)
  }
  return code
}

function digestOf(paths: readonly string[]): string {
  const hash = createHash('sha256')
  const add = (path: string): void => {
    hash.update(path)
    hash.update(readFileSync(path))
  }
  const walk = (path: string): void => {
    for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (LEFT_OUT.has(entry.name)) continue
      if (entry.isDirectory()) walk(join(path, entry.name))
      else add(join(path, entry.name))
    }
  }
  for (const path of paths) {
    if (path.includes('.')) add(path)
    else walk(path)
  }
  return hash.digest('hex')
}
