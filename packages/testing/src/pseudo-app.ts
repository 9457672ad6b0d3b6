import { readdirSync } from 'node:fs'
import { readSettings } from '@everkin/server/platform/config.ts'
import { createLog } from '@everkin/server/platform/log.ts'
import { loadTexts } from '@everkin/server/platform/texts.ts'
import { runServer } from '@everkin/server/run-server.ts'
import { pseudoTexts } from './pseudo-texts.ts'

// The server with every text made longer, for tests of the layout. A separate program, so that no setting of the real
// one leads here.
const settings = readSettings(process.env)
const log = createLog(settings.logLevel)
const domains = readdirSync(new URL('../../../locales/en/', import.meta.url)).map((file) => file.replace(/\.json$/, ''))
const server = await runServer(settings, log, { texts: pseudoTexts(loadTexts(log), domains) })
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
