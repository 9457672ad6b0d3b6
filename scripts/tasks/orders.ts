import { runNode } from '../run.ts'

process.exit(await runNode(['packages/server/src/commands/orders.ts', ...process.argv.slice(2)]))
