/**
 * Checks that files are neither fragments nor grab bags: at most 10 % of a package's files are short and imported by one
 * file only (those belong in that file), and no file is longer than the limit. The painter has a file for each thing it
 * draws, and tests import the testing package, so of these two only the length is checked. Exit 1 on a finding.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readImports } from './check-boundaries.ts'

const PACKAGES = ['server', 'web', 'card-formats', 'contract', 'recall', 'roleplay-markdown', 'text-safety']
const PACKAGES_CHECKED_FOR_LENGTH = [...PACKAGES, 'painter', 'testing']
const SHORT_LINES = 40
const MAX_FRAGMENT_SHARE = 0.1
const MAX_LINES = 410

const root = fileURLToPath(new URL('..', import.meta.url))
const graph = readImports(root)
const isTest = (path: string) => /\.(test|suite)\.tsx?$|\/testing\//.test(path)
const importers = new Map<string, number>()
for (const [from, edges] of graph) {
  if (isTest(from)) continue
  for (const to of new Set(edges.map((edge) => edge.to))) importers.set(to, (importers.get(to) ?? 0) + 1)
}
const lines = (path: string) => readFileSync(join(root, path), 'utf8').split('\n').length - 1

let hasFindings = false
for (const name of PACKAGES.map((each) => `packages/${each}/`)) {
  const files = [...graph.keys()].filter((path) => path.startsWith(name) && !isTest(path))
  const fragments = files.filter((path) => lines(path) < SHORT_LINES && importers.get(path) === 1)
  const share = fragments.length / files.length
  console.log(
    `${name}: ${files.length} files, ${fragments.length} fragments of under ${SHORT_LINES} lines (${(share * 100).toFixed(1)} %)`,
  )
  if (share > MAX_FRAGMENT_SHARE) {
    hasFindings = true
    console.error(`too many fragments; merge some into the file that imports them:\n  ${fragments.join('\n  ')}`)
  }
}
for (const name of PACKAGES_CHECKED_FOR_LENGTH.map((each) => `packages/${each}/`)) {
  const files = [...graph.keys()].filter((path) => path.startsWith(name) && !isTest(path.slice(name.length - 1)))
  for (const path of files.filter((each) => lines(each) > MAX_LINES)) {
    hasFindings = true
    console.error(`${path} has more than ${MAX_LINES} lines: split it`)
  }
}
if (hasFindings) process.exit(1)
