import type { Pass, Pixels } from '../painting.ts'
import { channels } from '../shapes.ts'
import { PAGE_HEIGHT } from '../view.ts'

/** A set of lines over the whole page. Lengths in units of the page. */
interface Lines {
  period: number
  width: number
  /** degrees */
  angle: number
  colour: string
  /** how far a line wanders from straight */
  wave?: number
  /** the colour of the tones where these lines are seen */
  seenIn: 'red' | 'green'
}

/** How a line lies on the page: along `main` it goes a pixel at a time, across it has a place and a thickness. */
interface Run {
  /** of the page, in pixels, along the line's main direction and across it */
  length: number
  breadth: number
  /** bytes from a pixel to the next, along and across */
  step: number
  stepAcross: number
  /** bytes in the tones from two pixels to the next two, along and across */
  toneStep: number
  toneStepAcross: number
  /** how much of a unit along the line goes along, and across */
  along: number
  across: number
  /** how much of a unit beside the line goes along, and across */
  besideAlong: number
  besideAcross: number
}

/** Lines over the whole page, seen only where the tones say so. */
export function drawLines({ period, width, angle, colour, wave = 0, seenIn }: Lines): Pass {
  const ink = channels(colour)
  const channel = seenIn === 'red' ? 0 : 1
  return (picture, tones) => {
    if (!tones) return
    const unit = picture.height / PAGE_HEIGHT
    const run = runOf(picture, tones, (angle * Math.PI) / 180)
    const reach = Math.hypot(picture.width, picture.height) / 2
    const thickness = (width * unit) / Math.abs(run.along)
    const count = Math.ceil((reach * 2) / (period * unit))
    for (let index = 0; index < count; index += 1) {
      const bends = [1, 2, 3].map((part) => wave * unit * Math.sin(index * 1.9 + part * 2.3))
      drawLine(picture.data, tones.data, channel, ink, run, {
        beside: index * period * unit - reach,
        bends: bends as [number, number, number],
        reach,
        thickness,
      })
    }
  }
}

function runOf({ width, height }: Pixels, tones: Pixels, turn: number): Run {
  const [cosine, sine] = [Math.cos(turn), Math.sin(turn)]
  const row = width * 3
  const toneRow = tones.width * 3
  if (Math.abs(cosine) >= Math.abs(sine))
    return {
      length: width,
      breadth: height,
      step: 3,
      stepAcross: row,
      toneStep: 3,
      toneStepAcross: toneRow,
      along: cosine,
      across: sine,
      besideAlong: -sine,
      besideAcross: cosine,
    }
  return {
    length: height,
    breadth: width,
    step: row,
    stepAcross: 3,
    toneStep: toneRow,
    toneStepAcross: 3,
    along: sine,
    across: cosine,
    besideAlong: cosine,
    besideAcross: -sine,
  }
}

interface Line {
  /** the middle of the page from here */
  beside: number
  /** how far it is drawn aside in the first, second and last part of its way */
  bends: [number, number, number]
  /** half its length */
  reach: number
  thickness: number
}

function drawLine(
  data: Uint8Array,
  tones: Uint8Array,
  channel: number,
  [red = 0, green = 0, blue = 0]: readonly number[],
  run: Run,
  { beside, bends: [first, second, third], reach, thickness }: Line,
): void {
  let aside = beside
  for (let main = 0; main < run.length; main += 1) {
    const way = (main + 0.5 - run.length / 2 - aside * run.besideAlong) / run.along
    aside = beside + bend(way / reach, first, second, third)
    const middle = run.breadth / 2 + way * run.across + aside * run.besideAcross
    const from = Math.max(0, middle - thickness / 2)
    const to = Math.min(run.breadth, middle + thickness / 2)
    for (let place = Math.floor(from); place < to; place += 1) {
      const seen = tones[(main >> 1) * run.toneStep + (place >> 1) * run.toneStepAcross + channel] ?? 0
      if (seen === 0) continue
      const at = main * run.step + place * run.stepAcross
      // How much of the pixel the line covers, so that its edges are as smooth as those of the drawing.
      const share = ((Math.min(place + 1, to) - Math.max(place, from)) * seen) / 255
      data[at] = blend(data[at] ?? 0, red, share)
      data[at + 1] = blend(data[at + 1] ?? 0, green, share)
      data[at + 2] = blend(data[at + 2] ?? 0, blue, share)
    }
  }
}

const blend = (under: number, over: number, share: number): number => under + (over - under) * share + 0.5

/** How far from straight a line is at a share of its way, −1 to 1: two curves that meet in the middle. */
function bend(share: number, first: number, second: number, third: number): number {
  const t = share < 0 ? share + 1 : share
  const [early, late] = share < 0 ? [first, second] : [-second, third]
  return 3 * t * (1 - t) * ((1 - t) * early + t * late)
}
