/** Light side, shadow side, lines, lips. */
export type Skin = readonly [light: string, shadow: string, line: string, lip: string]

export const SKINS = {
  porcelain: ['#f6d9c4', '#d79f8c', '#8a4a44', '#c4685f'],
  fair: ['#f2c9a6', '#cc8d6d', '#7d4334', '#bd6152'],
  ivory: ['#f7d8b6', '#d6a07c', '#7f4a36', '#c1605a'],
  ruddy: ['#eebb9a', '#c27d62', '#743a2e', '#a9584c'],
  weathered: ['#e6b18a', '#b67556', '#693726', '#a35a49'],
  olive: ['#e3b184', '#b57b55', '#6b3d2a', '#a9574a'],
  tan: ['#cf9465', '#9a6142', '#552d22', '#8f4237'],
  bronze: ['#c0824f', '#8a5434', '#4a271a', '#8a4234'],
  brown: ['#a5683f', '#704028', '#3b1d16', '#7c3530'],
  umber: ['#8d5636', '#5d3423', '#311812', '#743330'],
  deep: ['#7a4930', '#4c291f', '#23100d', '#6d3031'],
  orcGreen: ['#8fa866', '#5f7a45', '#2f4426', '#6d5a44'],
  skyBlue: ['#a9c9de', '#6f95b6', '#2f4d70', '#6a6f9e'],
  lilac: ['#cdb8dc', '#957fb0', '#4d3a6b', '#8c5a94'],
  crimson: ['#c4604e', '#8a352f', '#47161a', '#7c2427'],
  ash: ['#e9e2e2', '#b3a9b3', '#5c4a5e', '#a34b55'],
  moon: ['#ead7cf', '#b598a5', '#65486a', '#a05f77'],
} as const satisfies Record<string, Skin>
