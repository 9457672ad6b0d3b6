import { buildWhenNeeded } from '../build.ts'
import { runNode, SERVER_MEMORY, SERVER_NODE_OPTIONS } from '../run.ts'

const built = await buildWhenNeeded()
if (built !== 0) process.exit(built)
// React and its server rendering are several times faster in production mode, which is independent of MODE.
process.exit(
  await runNode([...SERVER_NODE_OPTIONS, 'packages/server/src/main.ts'], { NODE_ENV: 'production', ...SERVER_MEMORY }),
)
