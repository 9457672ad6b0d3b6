import type { Scene } from '@everkin/contract/types.ts'

/** The rules of `room.css` come in steps of this many degrees of hue. */
const HUE_STEP = 20

/**
 * The class that tints a part of a page in the colours of a scene; empty where they are not known. Lightness and chroma
 * are those of the theme (`room.css`), so that every tint has the contrast of WCAG AA.
 */
export function roomClass(scene: Pick<Scene, 'colors'> | null): string {
  if (!scene?.colors) return ''
  return `room-${(Math.round(hueOf(scene.colors.tint) / HUE_STEP) * HUE_STEP) % 360}`
}

/** Hue of an sRGB colour in OKLCH, in degrees from 0 to 360 (Björn Ottosson, “A perceptual color space”). */
function hueOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255))
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short
  const b = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short
  return ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360
}

const linear = (share: number): number => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4)
