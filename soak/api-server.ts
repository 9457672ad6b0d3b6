/** The server without pages, as a process of its own: it needs no build. */
import { readSettings } from '@everkin/server/platform/config.ts'
import { createLog } from '@everkin/server/platform/log.ts'
import { runServer } from '@everkin/server/run-server.ts'

const settings = readSettings(process.env)
const server = await runServer(settings, createLog(settings.logLevel), { pages: 'none' })
process.once('SIGTERM', () => {
  void server.stop().then(() => process.exit(0))
})
