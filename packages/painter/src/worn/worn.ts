import { cateye } from './glasses-cateye.ts'
import { roundGlasses } from './glasses-round.ts'
import { antlerComb } from './hat-antler-comb.ts'
import { bandana } from './hat-bandana.ts'
import { stationCap } from './hat-station-cap.ts'
import { tricorn } from './hat-tricorn.ts'

export const GLASSES = { round: roundGlasses, cateye }
export const HATS = { stationCap, tricorn, bandana, antlerComb }

export type GlassesName = keyof typeof GLASSES
export type HatName = keyof typeof HATS
