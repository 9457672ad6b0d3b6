import { runNode } from '../run.ts'

process.exit(await runNode(['packages/server/src/commands/backup.ts', ...process.argv.slice(2)]))
