import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const PACKAGES = fileURLToPath(new URL('../../../', import.meta.url))

/**
 * Returns a predicate for module ids. The keys are path prefixes under `packages`; the values are prefixes of the names
 * that are excluded there. Throws when a prefix matches no file, so that a renamed file cannot move to another chunk
 * unnoticed.
 */
export function matchModules(places: Readonly<Record<string, readonly string[]>>): (id: string) => boolean {
  for (const [place, leftOut] of Object.entries(places)) {
    for (const path of [place, ...leftOut.map((name) => place + name)]) {
      if (!filesOf(path).some((file) => file.startsWith(path))) {
        throw new Error(`No file begins with packages/${path}, which vite.config.ts names for a chunk.`)
      }
    }
  }
  return (id) =>
    Object.entries(places).some(([place, leftOut]) => {
      const rest = id.split(`/packages/${place}`)[1]
      return rest !== undefined && !leftOut.some((name) => rest.startsWith(name))
    })
}

const files = new Map<string, string[]>()

/** The source files of the package in which a path is, as paths under `packages`. */
function filesOf(path: string): string[] {
  const source = path.split('/', 2).join('/')
  let known = files.get(source)
  if (!known) {
    known = readdirSync(PACKAGES + source, { recursive: true, encoding: 'utf8' }).map((file) => `${source}/${file}`)
    files.set(source, known)
  }
  return known
}
