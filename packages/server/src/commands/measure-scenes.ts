import { writeFileSync } from 'node:fs'
import { LIBRARY_FOLDER } from '../platform/library-file.ts'
import { measureScenes } from './library-scenes.ts'

// Writes library/scene-colors.json; to be run when the scenes of the painter or the covers of groups have changed.
const file = new URL('scene-colors.json', LIBRARY_FOLDER)
writeFileSync(file, `${JSON.stringify(await measureScenes(), null, 2)}\n`)
