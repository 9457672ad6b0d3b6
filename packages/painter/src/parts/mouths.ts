/** Half width, lips, how far the corners rise, how far it opens, how crooked it is; or a line alone. */
export interface Mouth {
  width: number
  smile: number
  upper?: number
  lower?: number
  open?: number
  skew?: number
  line?: boolean
}

export const MOUTHS = {
  calm: { width: 34, upper: 8, lower: 13, smile: 3 },
  full: { width: 37, upper: 12, lower: 18, smile: 4 },
  smile: { width: 40, upper: 7, lower: 11, smile: 15 },
  grin: { width: 43, upper: 5, lower: 9, smile: 19 },
  laugh: { width: 38, upper: 6, lower: 9, smile: 16, open: 11 },
  smirk: { width: 36, upper: 7, lower: 11, smile: 5, skew: 11 },
  line: { width: 34, smile: 4, line: true },
  wry: { width: 36, smile: 3, skew: 10, line: true },
  thin: { width: 38, upper: 4, lower: 7, smile: 9 },
  pursed: { width: 27, upper: 8, lower: 12, smile: 5 },
} as const satisfies Record<string, Mouth>
