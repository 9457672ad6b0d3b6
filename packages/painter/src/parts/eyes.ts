/**
 * Width, heights above and below, how far the outer corner rises; the fold of the lid, a heavy lid 0–1, a gaze cast
 * down.
 */
export interface Eye {
  width: number
  upper: number
  lower: number
  tilt: number
  crease?: boolean
  hood?: number
  lowered?: boolean
}

export const EYES = {
  almond: { width: 46, upper: 17, lower: 11, tilt: 4, crease: true },
  round: { width: 43, upper: 21, lower: 14, tilt: 1, crease: true },
  hooded: { width: 45, upper: 14, lower: 10, tilt: -2, hood: 0.8 },
  down: { width: 45, upper: 17, lower: 12, tilt: -5, crease: true },
  mono: { width: 46, upper: 14, lower: 9, tilt: 5 },
  narrow: { width: 46, upper: 11, lower: 8, tilt: 0, hood: 0.6 },
  smiling: { width: 45, upper: 15, lower: 3, tilt: 0, crease: true },
  wide: { width: 49, upper: 20, lower: 13, tilt: 3, crease: true },
  heavy: { width: 46, upper: 13, lower: 13, tilt: -3, crease: true, hood: 0.5 },
  lowered: { width: 46, upper: 9, lower: 12, tilt: -1, crease: true, lowered: true },
} as const satisfies Record<string, Eye>
