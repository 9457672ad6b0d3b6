/** Checks what may import what (docs/architecture.md), and that there are no import cycles. Exit 1 on a finding. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/**
 * The modules of the server, in the order in which `compose-modules.ts` creates them: each may import the ones before it,
 * through their `module.ts`.
 */
const MODULES = [
  ...readFileSync(join(ROOT, 'packages/server/src/compose-modules.ts'), 'utf8').matchAll(
    /modules\.add\(\s*create(\w+)Module\(/g,
  ),
].map(([, name = '']) => name.replace(/\B[A-Z]/g, '-$&').toLowerCase())
/** The folders of `modules/chats`: each imports only itself and the ones before it. */
const CHAT_FOLDERS = [
  'speakers',
  'prompt',
  'store',
  'pictures',
  'context',
  'generation',
  'search',
  'messages',
  'list',
  'import-export',
  'branches',
]
/** Loaded in a worker thread, where importing through `module.ts` would load the whole module with its stores. */
const WORKER_FILES = ['card-files/card-worker.ts', 'card-files/classify-card.ts']
/** Packages that import nothing of ours, and of them those that others import through their `index.ts` only. */
const PURE_PACKAGES = ['card-formats', 'contract', 'painter', 'recall', 'roleplay-markdown', 'text-safety']
const PACKAGES_WITH_DOOR = ['card-formats', 'recall', 'roleplay-markdown', 'text-safety']
/** What the pages may import beside themselves. */
const PACKAGES_OF_WEB = ['contract', 'painter', 'roleplay-markdown']
const WEB_LAYERS = ['lib', 'i18n', 'api', 'session', 'realtime', 'ui', 'features', 'app'] as const
const IMPORT = /(?:^|\n)\s*(?:import|export)\s(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g

/** Every import that leads to a file of ours, as [from, to]; paths from the repository's root. */
export function readImports(root: string): Map<string, { to: string }[]> {
  const graph = new Map<string, { to: string }[]>()
  for (const name of readdirSync(join(root, 'packages'), { recursive: true, encoding: 'utf8' })) {
    const path = `packages/${name}`
    if (!/\.tsx?$/.test(path) || /node_modules|\.react-router|\.d\.ts$/.test(path)) continue
    const text = readFileSync(join(root, path), 'utf8')
    const edges: { to: string }[] = []
    for (const match of text.matchAll(IMPORT)) {
      const to = resolveImport(path, match[1] ?? match[2] ?? '', root)
      if (to) edges.push({ to })
    }
    graph.set(path, edges)
  }
  return graph
}

function resolveImport(from: string, specifier: string, root: string): string | null {
  const own = /^@everkin\/([a-z-]+)(?:\/(.+))?$/.exec(specifier)
  if (own) return `packages/${own[1]}/src/${own[2] ?? 'index.ts'}`
  if (!specifier.startsWith('.')) return null
  const path = normalize(join(dirname(from), specifier))
  return existsSync(join(root, path)) ? path : null
}

/** Why an import is not allowed, or null. */
export function findBreach(from: string, to: string): string | null {
  if (!to.startsWith('packages/')) return null
  const [, fromPackage = '', , ...fromRest] = from.split('/')
  const [, toPackage = '', , ...toRest] = to.split('/')
  const isTest = /\.test\.tsx?$|\/testing\/|\.suite\.ts$|\/test-[a-z-]+\.ts$/.test(from)
  if (fromPackage !== toPackage) {
    if (PURE_PACKAGES.includes(fromPackage) && !(isTest && toPackage === 'testing'))
      return `${fromPackage} imports nothing of ours`
    if (PACKAGES_WITH_DOOR.includes(toPackage) && toRest.join('/') !== 'index.ts')
      return `import it from @everkin/${toPackage}`
    if (fromPackage === 'web' && !PACKAGES_OF_WEB.includes(toPackage) && !(isTest && toPackage === 'testing'))
      return `the web imports ${PACKAGES_OF_WEB.join(' and ')} only`
  }
  if (fromPackage === 'server' && toPackage === 'web') return 'the server does not import pages'
  if (toPackage === 'testing' && fromPackage !== 'testing' && !isTest) return 'only tests import the testing package'
  if (isTest) return null
  if (fromPackage === 'server' && toPackage === 'server') return serverBreach(fromRest, toRest)
  if (fromPackage === 'web' && toPackage === 'web') return webBreach(fromRest, toRest)
  return null
}

function serverBreach(from: string[], to: string[]): string | null {
  const [fromLayer, fromName = ''] = from
  const [toLayer, toName = ''] = to
  if (fromLayer === 'platform' && toLayer !== 'platform') return 'the platform imports nothing of the product'
  if (fromLayer === 'modules' && !['modules', 'platform'].includes(toLayer ?? ''))
    return 'a module imports modules and the platform only'
  if (fromLayer === 'providers' && !['providers', 'modules', 'platform'].includes(toLayer ?? ''))
    return 'a provider imports modules and the platform only'
  if (fromLayer === 'modules' && toLayer === 'modules' && fromName === 'chats' && toName === 'chats') {
    const [fromFolder, toFolder] = [from[2], to[2]].map((folder) => CHAT_FOLDERS.indexOf(folder ?? '')) as [
      number,
      number,
    ] // -1 for a file beside the folders
    return fromFolder >= 0 && toFolder > fromFolder ? `chats/${from[2]} comes before chats/${to[2]}` : null
  }
  if (toLayer !== 'modules' || (fromLayer === 'modules' && fromName === toName)) return null
  const toPlace = MODULES.indexOf(toName)
  if (toPlace < 0) return `${toName} is not created in compose-modules.ts`
  if (fromLayer === 'modules') {
    const fromPlace = MODULES.indexOf(fromName)
    if (fromPlace < 0) return `${fromName} is not created in compose-modules.ts`
    if (toPlace > fromPlace) return `${fromName} comes before ${toName} and must not import it`
  }
  if (WORKER_FILES.includes(from.slice(1).join('/'))) return null
  return to.length === 3 && to[2] === 'module.ts' ? null : `import it from modules/${toName}/module.ts`
}

function webBreach(from: string[], to: string[]): string | null {
  const [fromPlace, toPlace] = [from[0], to[0]].map((layer) =>
    WEB_LAYERS.indexOf(layer as (typeof WEB_LAYERS)[number]),
  ) as [number, number] // -1 for a file beside them
  const folder = to.length > 1 && toPlace < 0 ? to[0] : null
  if (folder && folder !== 'tooling') return `${folder} is missing in the order of the layers`
  if (fromPlace < 0 || toPlace < 0) return null
  if (toPlace > fromPlace) return `${from[0]} must not know ${to[0]}`
  return from[0] === 'features' && to[0] === 'features' && from[1] !== to[1]
    ? 'a feature never imports a feature'
    : null
}

/** The import cycles, each as the files on it; type imports count, because a reader follows them too. */
export function findCycles(graph: Map<string, { to: string }[]>): string[][] {
  const state = new Map<string, 'open' | 'done'>()
  const trail: string[] = []
  const cycles: string[][] = []
  const visit = (path: string): void => {
    if (state.get(path) === 'done') return
    if (state.get(path) === 'open') {
      cycles.push([...trail.slice(trail.indexOf(path)), path])
      return
    }
    state.set(path, 'open')
    trail.push(path)
    for (const { to } of graph.get(path) ?? []) visit(to)
    trail.pop()
    state.set(path, 'done')
  }
  for (const path of graph.keys()) visit(path)
  return cycles
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const graph = readImports(ROOT)
  const findings = [...graph].flatMap(([from, edges]) =>
    edges.flatMap(({ to }) => {
      const breach = findBreach(from, to)
      return breach ? [`${from} -> ${to}: ${breach}`] : []
    }),
  )
  for (const cycle of findCycles(graph)) findings.push(`cycle: ${cycle.join(' -> ')}`)
  for (const finding of findings) console.error(finding)
  if (findings.length > 0) process.exit(1)
}
