import { buildWhenNeeded } from '../build.ts'

process.exit(await buildWhenNeeded())
