import { runNode } from '../run.ts'

process.exit(await runNode(['packages/server/src/commands/storage.ts', ...process.argv.slice(2)]))
