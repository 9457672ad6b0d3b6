import { lazy, Suspense } from 'react'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { expect, it } from 'vitest'
import * as entry from './entry.server.tsx'

/** A part that no page of this process has shown yet. */
const Part = lazy(async () => ({ default: () => <h1>The part</h1> }))

function Root() {
  return (
    <html lang="en">
      <body>
        <Suspense fallback={<p>Nothing yet</p>}>
          <Part />
        </Suspense>
      </body>
    </html>
  )
}

const BUILD: ServerBuild = {
  entry: { module: entry },
  routes: { root: { id: 'root', path: '', module: { default: Root } } },
  assets: {
    entry: { imports: [], module: '' },
    routes: { root: { id: 'root', path: '', module: '' } },
    url: '',
    version: '',
  },
  publicPath: '/',
  assetsBuildDirectory: '',
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: 'initial' },
} as unknown as ServerBuild // the versions of the router differ in what else is there

it('sends the first page whole that shows a part which is loaded on demand', async () => {
  const context = new RouterContextProvider()
  context.set(entry.pageContext, { nonce: 'n', isStandIn: false } as entry.PageContext) // all that it reads
  const page = await createRequestHandler(BUILD, 'production')(new Request('http://localhost/'), context)
  const html = await page.text()
  expect(page.status).toBe(200)
  expect(html).toContain('<h1>The part</h1>')
  expect(html).not.toContain('Nothing yet')
})
