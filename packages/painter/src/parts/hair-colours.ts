/** Light side, shadow side, shine, and the grey at the temples where it differs. */
export type HairTones = readonly [light: string, shade: string, shine: string, grey?: string]

export const HAIR_COLOURS = {
  black: ['#2b2029', '#171017', '#66566a'],
  ink: ['#26262f', '#14141b', '#5d6478'],
  brown: ['#5a3626', '#3a2118', '#9a6a48'],
  chestnut: ['#75452a', '#4d2b1c', '#b98255'],
  auburn: ['#98502f', '#66301d', '#d98d5c'],
  copper: ['#c8643a', '#94421f', '#eda06c'],
  blond: ['#dcb068', '#a97c3d', '#f6dfa6'],
  sunbleached: ['#c79a58', '#7d5630', '#f3d698'],
  steel: ['#8b8893', '#5e5b68', '#c6c3cb'],
  pepper: ['#5b545c', '#3a353d', '#a49da3'],
  white: ['#f1ece4', '#b9b3b9', '#ffffff'],
  pink: ['#e88fae', '#b35a80', '#ffd0de'],
  magenta: ['#c23f86', '#84235a', '#f08fc0'],
  scarlet: ['#c3303a', '#861c2a', '#f0787a'],
  blue: ['#3f6fb5', '#274b84', '#86b4ea'],
  turquoise: ['#3fb0a8', '#23787a', '#9be6d8'],
  green: ['#5a9a52', '#35693a', '#a6d890'],
  violet: ['#7a55b0', '#4f3480', '#b898e6'],
  lavender: ['#b8a3d8', '#8470ac', '#e2d6f6'],
  silver: ['#cfcad0', '#918c98', '#f6f3f4'],
} as const satisfies Record<string, HairTones>
