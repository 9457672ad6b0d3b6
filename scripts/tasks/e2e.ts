import { buildWhenNeeded } from '../build.ts'
import { run } from '../run.ts'

const built = await buildWhenNeeded()
if (built !== 0) process.exit(built)
process.exit(await run('playwright', ['test', ...process.argv.slice(2)]))
