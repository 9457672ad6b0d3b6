import { runNode } from '../run.ts'

process.exit(await runNode(['packages/server/src/commands/restore.ts', ...process.argv.slice(2)]))
