/**
 * Checks that a page sends every text it can show: follows the code from each route module and compares the keys in it
 * with those that the loaders pass to `textsFor`. Prints a line for each gap and exits with 1 if there is one.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_LOCALE } from '@everkin/contract/locales.ts'
import { PAGE_NAMES, pageNamed, routeId } from '@everkin/web/app/paths.ts'
import routes from '@everkin/web/app/routes.ts'
import { sourceGraph } from '@everkin/web/tooling/source-graph.ts'
import { findTextGaps, type RouteFiles } from '@everkin/web/tooling/text-coverage.ts'

const ROOT = join(import.meta.dirname, '..')
const APP = 'packages/web/src/app'

function readKeys(): Set<string> {
  const folder = join(ROOT, 'locales', DEFAULT_LOCALE)
  const keys = new Set<string>()
  const add = (node: unknown, key: string) => {
    if (typeof node === 'string') keys.add(key.replace(/_(zero|one|two|few|many|other)$/, ''))
    else for (const [name, value] of Object.entries(node ?? {})) add(value, `${key}.${name}`)
  }
  for (const file of readdirSync(folder)) {
    add(JSON.parse(readFileSync(join(folder, file), 'utf8')), file.replace('.json', ''))
  }
  return keys
}

/** Every page in one language; the other languages have the same modules. */
async function readRoutes(): Promise<RouteFiles[]> {
  const guarded = new Set(
    PAGE_NAMES.flatMap((name) => (pageNamed(name).guarded ? [routeId(name, DEFAULT_LOCALE)] : [])),
  )
  return (await routes).flatMap(({ id, file: layout, children }) =>
    id?.endsWith(`___${DEFAULT_LOCALE}`)
      ? (children ?? []).map(({ id = '', file }) => ({
          page: `${APP}/${file}`,
          layout: `${APP}/${layout}`,
          isGuarded: guarded.has(id),
        }))
      : [],
  )
}

const graph = sourceGraph((file) => {
  const path = join(ROOT, file)
  return existsSync(path) ? readFileSync(path, 'utf8') : null
})
const files = await readRoutes()
if (files.length < PAGE_NAMES.length) throw new Error('the built routes have an unexpected form')
const gaps = findTextGaps(graph, readKeys(), files)
for (const gap of gaps) console.error(gap)
if (gaps.length > 0) process.exit(1)
