/** Height of the tip, half width of the wings, reach of the tip, hump of the ridge, depth of the bridge. */
export interface Nose {
  y: number
  wings: number
  tip: number
  ridge: number
  bridge: number
  broken?: boolean
}

export const NOSES = {
  straight: { y: 402, wings: 19, tip: 11, ridge: 0, bridge: 2 },
  broad: { y: 402, wings: 28, tip: 12, ridge: -1, bridge: 4 },
  aquiline: { y: 408, wings: 19, tip: 12, ridge: 9, bridge: -2 },
  button: { y: 396, wings: 17, tip: 9, ridge: -5, bridge: 4 },
  long: { y: 412, wings: 20, tip: 13, ridge: 3, bridge: 0 },
  broken: { y: 404, wings: 25, tip: 13, ridge: 0, bridge: 0, broken: true },
  bulb: { y: 404, wings: 27, tip: 17, ridge: -3, bridge: 2 },
  fine: { y: 404, wings: 15, tip: 9, ridge: 2, bridge: 1 },
  flat: { y: 398, wings: 22, tip: 8, ridge: -4, bridge: 6 },
} as const satisfies Record<string, Nose>
