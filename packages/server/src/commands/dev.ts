/** `npm run dev`: the whole server, with hot reload of the pages. */
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import { createServer } from 'vite'
import type { Context } from '../context.ts'
import { readSettings } from '../platform/config.ts'
import { bindPages } from '../platform/http/pages/render-pages.ts'
import { createLog } from '../platform/log.ts'
import { restrictUmask } from '../platform/private-files.ts'
import { runServer } from '../run-server.ts'
import { createPageContext, servePictures } from '../serve-pages.ts'

const HMR_PORT = 24_679
restrictUmask()
const settings = readSettings(process.env)
const server = await runServer(settings, createLog(settings.logLevel), { pages: servePagesFromSources })
console.log(`\nEverkin is open at ${server.url} and reloads on changes\n`)
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => void server.stop().then(() => process.exit(0)))

async function servePagesFromSources(app: FastifyInstance, context: Context): Promise<void> {
  const vite = await createServer({
    root: fileURLToPath(new URL('../../../web', import.meta.url)),
    // A separate port, because our websocket gateway would reject Vite's socket.
    server: { middlewareMode: true, hmr: { port: HMR_PORT } },
    appType: 'custom',
  })
  app.addHook('onClose', () => vite.close())
  await servePictures(app)
  const build = () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild> // the module of the React Router plugin
  await bindPages(app, {
    mode: 'development',
    build,
    contextOf: async (request, reply, nonce) => createPageContext(context, await build())(request, reply, nonce),
    tryDevServer: (request, reply) =>
      new Promise((resolve) => {
        reply.raw.once('finish', () => resolve(true))
        vite.middlewares(request.raw, reply.raw, () => resolve(false))
      }),
  })
}
