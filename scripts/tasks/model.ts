import { runNode } from '../run.ts'

process.exit(await runNode(['packages/server/src/commands/model.ts', ...process.argv.slice(2)]))
