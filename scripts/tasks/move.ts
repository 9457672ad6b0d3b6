import { runNode } from '../run.ts'

process.exit(await runNode(['packages/server/src/commands/move.ts', ...process.argv.slice(2)]))
