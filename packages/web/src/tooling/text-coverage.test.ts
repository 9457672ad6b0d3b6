import { expect, it } from 'vitest'
import { sourceGraph } from './source-graph.ts'
import { findTextGaps } from './text-coverage.ts'

const APP = 'packages/web/src/app'
const KEYS = new Set(['shell.menu', 'shell.failed', 'person.avatar', 'page.title', 'page.hint', 'dialog.ok', 'list.a'])

/** A small app: a root, a layout and one page; each test replaces the files it needs. */
const FILES: Record<string, string> = {
  [`${APP}/page-texts.ts`]: `export function textsFor(context: unknown, names: string[]) { return { context, names } }`,
  [`${APP}/page-tools.ts`]: `import { textsFor } from './page-texts.ts'
    export function pageTools(args: { context: unknown }, textNames: string[]) { return textsFor(args.context, textNames) }`,
  [`${APP}/root.tsx`]: `import { textsFor } from './page-texts.ts'
    import { Menu } from './menu.tsx'
    const FRAME_TEXTS = ['shell']
    const PERSON_TEXTS = ['person.avatar']
    export function loader({ context }) {
      return { texts: textsFor(context, context.person ? [...FRAME_TEXTS, ...PERSON_TEXTS] : FRAME_TEXTS) }
    }
    export default function App() { return <Menu /> }`,
  [`${APP}/menu.tsx`]: `export function Menu() { const text = useText(); return text('shell.menu') }`,
  [`${APP}/layout.tsx`]: `export default function Layout() { return null }`,
  [`${APP}/page.tsx`]: `import { lazy } from 'react'
    import { pageTools } from './page-tools.ts'
    export { PageError as ErrorBoundary } from './page-error.tsx'
    const Asked = lazy(async () => ({ default: (await import('./dialog.tsx')).Asked }))
    const TEXTS = ['page.title', 'dialog']
    export const loader = (args) => pageTools(args, [...TEXTS, 'list'])
    export default function Page() { return <><h1>{text('page.title')}</h1><Asked /></> }`,
  [`${APP}/page-error.tsx`]: `export function PageError() { return text('shell.failed') }`,
  [`${APP}/dialog.tsx`]: `export function Asked({ name }) { return text('dialog.ok') + text(\`list.\${name}\`) }
    export function Other() { return text('page.hint') }`,
}

function gapsWith(changes: Record<string, string>, { isGuarded = false } = {}): string[] {
  const files = { ...FILES }
  for (const [name, source] of Object.entries(changes)) files[`${APP}/${name}`] = source
  const graph = sourceGraph((file) => files[file] ?? null)
  return findTextGaps(graph, KEYS, [{ page: `${APP}/page.tsx`, layout: `${APP}/layout.tsx`, isGuarded }])
}

const page = (list: string, shows: string) => `import { pageTools } from './page-tools.ts'
  import { Asked, Other } from './dialog.tsx'
  export const loader = (args) => pageTools(args, ${list})
  export default function Page() { return ${shows} }`

it('finds no gaps if every text is sent, also through other functions, lazy modules and templates', () => {
  expect(gapsWith({})).toEqual([])
})

it('finds a text that a component of the page shows and its loader does not send', () => {
  expect(gapsWith({ 'page.tsx': page(`['dialog.ok']`, '<Asked />') })).toEqual([
    `${APP}/page.tsx: list.a is not sent, but ${APP}/dialog.tsx shows it`,
  ])
  // An export of the same module that the page does not use needs no text.
  expect(gapsWith({ 'page.tsx': page(`['dialog.ok', 'list.a']`, '<Asked />') })).toEqual([])
})

it('lets a page rely on texts for signed-in people only if the page is guarded', () => {
  const changes = { 'page.tsx': page('[]', `text('person.avatar')`) }
  expect(gapsWith(changes, { isGuarded: true })).toEqual([])
  expect(gapsWith(changes)).toEqual([`${APP}/page.tsx: person.avatar is not sent, but ${APP}/page.tsx shows it`])
})

it('finds a text of the frame that the root does not send', () => {
  expect(gapsWith({ 'menu.tsx': `export function Menu() { return text('page.hint') }` })).toEqual([
    `${APP}/root.tsx: page.hint is not sent, but ${APP}/menu.tsx shows it`,
  ])
})

it('does not let an error page use texts of the page’s loader', () => {
  expect(gapsWith({ 'page-error.tsx': `export function PageError() { return text('page.title') }` })).toEqual([
    `${APP}/page.tsx: page.title is not sent, but ${APP}/page-error.tsx shows it`,
  ])
})

it('finds an unknown key in a list', () => {
  expect(gapsWith({ 'page.tsx': page(`['page.titel']`, 'null') })).toEqual([`${APP}/page.tsx: page.titel is no text`])
})

it('finds a text that a loader translates on the server but does not list', () => {
  const source = `import { pageTools } from './page-tools.ts'
    export function loader(args) { const tools = pageTools(args, ['list']); return tools.text('page.hint') }
    export default function Page() { return null }`
  expect(gapsWith({ 'page.tsx': source })).toEqual([
    `${APP}/page.tsx: page.hint is not sent, but ${APP}/page.tsx shows it`,
  ])
})

it('lets no page rely on texts that its layout sends in place of the page', () => {
  const layout = `import { textsFor } from './page-texts.ts'
    const GATE_TEXTS = ['page.hint']
    export const loader = ({ context }) => (context.isClosed ? { texts: textsFor(context, GATE_TEXTS) } : {})
    export default function Layout() { return text('page.hint') }`
  expect(gapsWith({ 'layout.tsx': layout })).toEqual([])
  expect(gapsWith({ 'layout.tsx': layout, 'page.tsx': page('[]', `text('page.hint')`) })).toEqual([
    `${APP}/page.tsx: page.hint is not sent, but ${APP}/page.tsx shows it`,
  ])
})
