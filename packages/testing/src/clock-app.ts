import { readSettings } from '@everkin/server/platform/config.ts'
import { MINUTE_MS } from '@everkin/server/platform/durations.ts'
import { createLog } from '@everkin/server/platform/log.ts'
import { runServer } from '@everkin/server/run-server.ts'

// The server with a clock that each SIGUSR2 moves ahead by a minute, for tests of what happens later. A separate
// program, so that no setting of the real one leads here.
let aheadMs = 0
process.on('SIGUSR2', () => {
  aheadMs += MINUTE_MS
})
const settings = readSettings(process.env)
const clock = { now: () => new Date(Date.now() + aheadMs) }
const server = await runServer(settings, createLog(settings.logLevel), { clock })
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
