import { beard } from './beard.ts'
import type { FacialHair } from './facial-hair.ts'
import { goatee } from './goatee.ts'
import { longBeard } from './long-beard.ts'
import { moustache } from './moustache.ts'
import { sideburns } from './sideburns.ts'
import { stubble } from './stubble.ts'

export const FACIAL_HAIR = {
  beard,
  goatee,
  longBeard,
  moustache,
  sideburns,
  stubble,
} satisfies Record<string, FacialHair>

export type FacialHairName = keyof typeof FACIAL_HAIR
