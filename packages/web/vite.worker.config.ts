import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vite'

/** Builds the service worker into the finished site, whose files it is told by name. Run after the pages are built. */

const CLIENT = new URL('../../build/web/client/', import.meta.url)

/** The pages that can be read and used without a connection. */
const OFFLINE_PAGES = ['chathistory', 'chat', 'index', 'offline', 'loadingServer']
/** Every language's routes have the same modules. */
const LOCALE = 'en'

interface RouteFiles {
  parentId?: string
  module: string
  imports?: string[]
  css?: string[]
}

/** The files of the offline pages and their frames, with all that these load later on. */
function assetsOfOfflinePages(): string[] {
  const names = readdirSync(new URL('assets/', CLIENT))
  const manifestName = names.find((name) => /^manifest-\w+\.js$/.test(name))
  if (!manifestName) throw new Error('the pages have not been built')
  const written = readFileSync(new URL(`assets/${manifestName}`, CLIENT), 'utf8')
  const manifest = JSON.parse(written.slice(written.indexOf('{'), written.lastIndexOf('}') + 1)) as {
    entry: RouteFiles
    routes: Record<string, RouteFiles>
  } // written by React Router's own build
  const wanted = new Set<string>()
  const add = ({ module, imports = [], css = [] }: RouteFiles) => {
    for (const path of [module, ...imports, ...css]) wanted.add(path)
  }
  add(manifest.entry)
  for (const page of OFFLINE_PAGES) {
    let route: RouteFiles | undefined = manifest.routes[`${page}___${LOCALE}`]
    if (!route) throw new Error(`there is no route for ${page}`)
    for (; route; route = route.parentId === undefined ? undefined : manifest.routes[route.parentId]) add(route)
  }
  // A file names those that it loads later on, and its typefaces. Arabic ones are kept when they are first used.
  const known = new Set(names.filter((name) => !/^(manifest-|noto-)|\.(br|gz)$/.test(name)))
  for (const path of wanted) {
    if (!/\.(js|css)$/.test(path)) continue
    const text = readFileSync(new URL(path.slice(1), CLIENT), 'utf8')
    for (const [name] of text.matchAll(/[\w.-]+\.(?:js|css|svg|woff2)\b/g)) {
      if (known.has(name)) wanted.add(`/assets/${name}`)
    }
  }
  return [...wanted, '/favicon.svg'].sort()
}

const assets = assetsOfOfflinePages()
const version = createHash('sha256').update(assets.join('\n')).digest('hex').slice(0, 10)

export default defineConfig({
  logLevel: 'warn',
  publicDir: false,
  define: { __ASSETS__: JSON.stringify(assets), __VERSION__: JSON.stringify(version) },
  build: {
    outDir: '../../build/web/client',
    emptyOutDir: false,
    target: 'es2023',
    rolldownOptions: {
      input: 'src/app/offline/service-worker.ts',
      output: { format: 'iife', entryFileNames: 'sw.js' },
    },
  },
})
