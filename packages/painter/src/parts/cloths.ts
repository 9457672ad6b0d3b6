/** Cloth, its shadow, what trims it, the shadow of that, an accent. */
export type Cloth = readonly [light: string, shade: string, trim?: string, trimShade?: string, accent?: string]

export const CLOTHS = {
  tide: ['#2f5d7c', '#1d3d56', '#efe4cc', '#bcae98'],
  moss: ['#5d7a3a', '#3c5528', '#e9ddc0', '#b5a583'],
  brass: ['#c99442', '#91642a', '#5b3326', '#3f221a'],
  plum: ['#7d3b5c', '#532540', '#e7bd6a', '#b08a42'],
  clay: ['#b4583a', '#7f3826', '#f4ead8', '#c9b69c'],
  slate: ['#3f4a68', '#283147', '#d9c9b0', '#a6967e'],
  rose: ['#b8536a', '#823548', '#f3dfd0', '#c2a898'],
  teal: ['#2f8a78', '#1c5f56', '#f0c877', '#b98a3e'],
} as const satisfies Record<string, Cloth>
