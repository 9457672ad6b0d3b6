import { page } from '../house-style.ts'
import type { Painting } from '../painting.ts'
import { draw, fill, mix } from '../shapes.ts'
import type { Stage } from '../stage.ts'
import { recolour, withoutBlush } from './recolour.ts'
import { people } from './tones.ts'

const PAPER = '#f4e9d2'
const HORIZON = 520
/** Sky from above to the horizon, land or water from there down, and the sun. */
interface Palette {
  sky: readonly [string, string]
  ground: readonly [string, string]
  sun: string
}
const DUSK: Palette = { sky: ['#1f4f74', '#f2a65a'], ground: ['#1c6273', '#123c52'], sun: '#fbe3a2' }
const WARM: Palette = { sky: ['#c8553d', '#f7cf7d'], ground: ['#7c3a34', '#4b2430'], sun: '#fff1c4' }
const GREEN: Palette = { sky: ['#2f7f79', '#f1d98f'], ground: ['#3f7046', '#234a39'], sun: '#fdf0bf' }
const NIGHT: Palette = { sky: ['#14213f', '#4f6d94'], ground: ['#1b2f4c', '#101c33'], sun: '#f3e3b6' }

/** Flat colour in few tones, a wide banded sky, one strong horizon, a paper margin. */
export function travelPoster(stage: Stage): Painting {
  const { left, width } = stage
  const inner = `M${left} 0h${width}v800h${-width}zM${left + 26} 26v748h${width - 52}v-748z`
  const content = draw(
    landscape(stage, paletteOf(stage)),
    recolour(withoutBlush(people(stage)), posterise),
    `<path d="${inner}" fill="${PAPER}" fill-rule="evenodd"/>`,
  )
  return { drawing: page(stage, '', content) }
}

function paletteOf({ time, light, background: [top] }: Stage): Palette {
  if (time === 'night' || light.colour === '#cfe2ff') return NIGHT
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(top.slice(at, at + 2), 16))
  if (red > green + 30 && red > blue) return WARM
  return green >= blue && green > red ? GREEN : DUSK
}

function landscape({ left, width, lightX }: Stage, { sky, ground, sun }: Palette): string {
  const bands = Array.from({ length: 8 }, (_, index) => {
    const y = Math.round((HORIZON / 8) * index)
    return fill(`M${left} ${y}h${width}V${HORIZON}H${left}z`, mix(sky[0], sky[1], index / 7))
  })
  const right = left + width
  const sunX = lightX > 0.5 ? left + width * 0.64 : left + width * 0.36
  const streak = (y: number, half: number) => `M${sunX - half} ${y}h${half * 2}v7h${-half * 2}z`
  return draw(
    ...bands,
    `<circle cx="${sunX}" cy="${HORIZON - 150}" r="236" fill="${mix(sun, sky[1], 0.55)}"/>`,
    `<circle cx="${sunX}" cy="${HORIZON - 150}" r="176" fill="${sun}"/>`,
    fill(
      `M${left} ${HORIZON - 40}L${left + width * 0.2} ${HORIZON - 120}L${left + width * 0.38} ${HORIZON - 30}L${left + width * 0.5} ${HORIZON}H${left}Z`,
      mix(ground[0], sky[1], 0.45),
    ),
    fill(
      `M${right} ${HORIZON - 70}L${right - width * 0.16} ${HORIZON - 150}L${right - width * 0.34} ${HORIZON - 40}L${right - width * 0.44} ${HORIZON}H${right}Z`,
      mix(ground[0], sky[0], 0.35),
    ),
    fill(`M${left} ${HORIZON}H${right}V800H${left}Z`, ground[0]),
    fill(streak(HORIZON + 26, 150) + streak(HORIZON + 60, 210) + streak(HORIZON + 98, 120), mix(sun, ground[0], 0.4)),
    fill(
      `M${left} ${HORIZON + 130}C${left + width * 0.3} ${HORIZON + 90} ${left + width * 0.6} ${HORIZON + 170} ${right} ${HORIZON + 110}V800H${left}Z`,
      ground[1],
    ),
  )
}

const TONES = [
  [0.05, 0.24, 0.44, 0.64, 0.84, 0.98],
  [0.02, 0.18, 0.38, 0.58, 0.78, 0.95],
  [0.07, 0.22, 0.38, 0.55, 0.72, 0.88],
] as const

/** Six tones a channel, a little warmer. */
function posterise(colour: string): string {
  const channels = TONES.map((tones, index) => {
    const value = Number.parseInt(colour.slice(1 + index * 2, 3 + index * 2), 16)
    return Math.round((tones[Math.min(5, Math.floor((value / 256) * 6))] ?? 0) * 255)
  })
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
