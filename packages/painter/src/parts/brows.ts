export interface Brow {
  thickness: number
  arch: number
  /** how much higher the inner end stands */
  tilt: number
}

export const BROWS = {
  soft: { thickness: 8, arch: 9, tilt: 0 },
  straight: { thickness: 10, arch: 3, tilt: 0 },
  arched: { thickness: 8, arch: 15, tilt: -3 },
  bushy: { thickness: 15, arch: 7, tilt: 0 },
  thin: { thickness: 5, arch: 12, tilt: 0 },
  worried: { thickness: 9, arch: 6, tilt: 6 },
  stern: { thickness: 12, arch: 5, tilt: -7 },
  feather: { thickness: 11, arch: 12, tilt: -2 },
} as const satisfies Record<string, Brow>
