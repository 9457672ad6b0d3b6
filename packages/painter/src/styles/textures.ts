/** Textures on small tiles that repeat without a seam, as patterns to fill a sheet with. */

interface Noise {
  frequency: string
  octaves?: number
  seed: number
  /** what the noise becomes: a filter primitive that reads `n` */
  into: string
}

/** Noise on a tile of `size` units. */
export function noise(id: string, name: string, size: number, { frequency, octaves = 2, seed, into }: Noise): string {
  return `<filter id="${id}${name}f" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB"><feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="${octaves}" seed="${seed}" stitchTiles="stitch" result="n"/>${into}</filter><pattern id="${id}${name}" width="${size}" height="${size}" patternUnits="userSpaceOnUse"><rect width="${size}" height="${size}" filter="url(#${id}${name}f)"/></pattern>`
}

/** Noise as spots of one colour (channels 0–1): `slope` how hard their edges are, `at` how many there are. */
export const spots = (red: number, green: number, blue: number, slope: number, at: number): string =>
  `<feColorMatrix in="n" values="0 0 0 0 ${red} 0 0 0 0 ${green} 0 0 0 0 ${blue} 0 0 0 ${slope} ${at}"/>`

/** Noise as a surface with light on it. */
export const relief = (height: number, azimuth: number, elevation: number): string =>
  `<feDiffuseLighting in="n" surfaceScale="${height}" diffuseConstant="1.05" lighting-color="#fff"><feDistantLight azimuth="${azimuth}" elevation="${elevation}"/></feDiffuseLighting>`
