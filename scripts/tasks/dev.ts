import { runNode } from '../run.ts'

// The pages are rendered from their sources; the images are not.
const pictures = await runNode(['packages/server/src/commands/build-pictures.ts'])
if (pictures !== 0) process.exit(pictures)
process.exit(await runNode(['packages/server/src/commands/dev.ts'], { NODE_ENV: 'development' }))
