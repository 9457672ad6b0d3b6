import { EYEWEAR } from './eyewear.ts'
import { cateye } from './glasses-cateye.ts'
import { roundGlasses } from './glasses-round.ts'
import { antlerComb } from './hat-antler-comb.ts'
import { bandana } from './hat-bandana.ts'
import { beanie } from './hat-beanie.ts'
import { beret } from './hat-beret.ts'
import { stationCap } from './hat-station-cap.ts'
import { tricorn } from './hat-tricorn.ts'
import { HATS_OF_TALES } from './hats-of-tales.ts'

export const GLASSES = { round: roundGlasses, cateye, ...EYEWEAR }
export const HATS = { stationCap, tricorn, bandana, beret, beanie, antlerComb, ...HATS_OF_TALES }

export type GlassesName = keyof typeof GLASSES
export type HatName = keyof typeof HATS
