import { runNode } from '../run.ts'

process.exit(await runNode(['packages/server/src/commands/dev.ts'], { NODE_ENV: 'development' }))
