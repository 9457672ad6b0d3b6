import { runNode } from '../run.ts'

process.exit(await runNode(['evaluate/evaluate.ts', ...process.argv.slice(2)]))
