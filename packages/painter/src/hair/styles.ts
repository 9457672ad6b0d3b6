import { bigCurls } from './big-curls.ts'
import { bobFringe } from './bob-fringe.ts'
import { braid } from './braid.ts'
import { buzz } from './buzz.ts'
import { cropNatural } from './crop-natural.ts'
import type { HairStyle } from './hair-style.ts'
import { longLoose } from './long-loose.ts'
import { partedBack } from './parted-back.ts'
import { receding } from './receding.ts'
import { setCurls } from './set-curls.ts'
import { surf } from './surf.ts'
import { swept } from './swept.ts'
import { templeGrey } from './temple-grey.ts'
import { underCap } from './under-cap.ts'
import { windPony } from './wind-pony.ts'

export const HAIR = {
  none: () => ({}),
  bigCurls,
  bobFringe,
  braid,
  buzz,
  cropNatural,
  longLoose,
  partedBack,
  receding,
  setCurls,
  surf,
  swept,
  templeGrey,
  underCap,
  windPony,
} satisfies Record<string, HairStyle>

export type HairName = keyof typeof HAIR
