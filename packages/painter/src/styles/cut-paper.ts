import { groundDefinitions, page, scenery } from '../house-style.ts'
import type { Painting } from '../painting.ts'
import { draw } from '../shapes.ts'
import type { Stage } from '../stage.ts'
import { silhouette, withoutBlush } from './recolour.ts'
import { surface } from './textures.ts'

const MOUNT = '#f3ead9'
/** A soft shadow is several faint ones. */
const STEPS = [
  [2, 3],
  [4, 6],
  [6, 9],
  [8, 12],
] as const

/** The grain of coloured paper. */
const GRAIN = surface({
  size: 220,
  frequency: [0.3, 0.36],
  seed: 'coloured paper',
  height: 0.9,
  azimuth: 225,
  elevation: 62,
  blend: 'multiply',
  share: 0.55,
})

/** Sheets of coloured paper, one over another, each with its shadow, seen through a window cut into the uppermost. */
export function cutPaper(stage: Stage): Painting {
  const content = draw(
    ...elements(scenery(stage)).map((sheetOfPaper, index) =>
      index === 0 ? sheetOfPaper : lifted(sheetOfPaper, 0.07, 0.6),
    ),
    ...stage.layers
      .filter(Boolean)
      .map((layer) => `<g transform="${stage.place}">${lifted(withoutBlush(layer), 0.11, 0.8)}</g>`),
    stage.prop ? lifted(stage.prop, 0.1, 1) : '',
    lifted(mount(stage), 0.13, 1.2),
  )
  return { drawing: page(stage, groundDefinitions(stage), content), passes: [GRAIN] }
}

/** A sheet above its shadow. What is only faint casts none. */
function lifted(markup: string, share: number, height: number): string {
  if (/^<[a-z]+[^>]*opacity="(0?\.[0-6])/.test(markup)) return markup
  const dark = silhouette(markup, '#1a0d14')
  // A single shape is as faint as its paint; where several lie over each other only the whole can be.
  const isSingle = /^<(path|circle|rect|ellipse)\b[^>]*\/>$/.test(markup) && !/opacity=/.test(markup)
  const faint = isSingle ? `fill-opacity="${share}" stroke-opacity="${share}"` : `opacity="${share}"`
  const shadows = STEPS.map(([x, y]) => `<g transform="translate(${x * height} ${y * height})" ${faint}>${dark}</g>`)
  return shadows.join('') + markup
}

/** The top-level elements of a drawing. */
function elements(markup: string): string[] {
  const found: string[] = []
  let depth = 0
  let start = 0
  for (const tag of markup.matchAll(/<(\/?)[a-zA-Z]+[^>]*?(\/?)>/g)) {
    const [whole, closing, single] = tag
    if (closing) depth -= 1
    else if (!single) depth += 1
    if (depth > 0) continue
    found.push(markup.slice(start, tag.index + whole.length))
    start = tag.index + whole.length
  }
  return found
}

/** The uppermost sheet with its window, uneven, as scissors cut. */
function mount({ left, width }: Stage): string {
  const right = left + width
  const opening = `M${left + 30} 40C${left + width * 0.2} 30 ${left + width * 0.4} 36 ${left + width * 0.55} 30S${right - 60} 36 ${right - 32} 34C${right - 26} 180 ${right - 36} 330 ${right - 29} 470S${right - 34} 700 ${right - 30} 768C${left + width * 0.7} 762 ${left + width * 0.4} 772 ${left + width * 0.2} 765S${left + 50} 770 ${left + 31} 766C${left + 36} 600 ${left + 27} 420 ${left + 33} 260S${left + 26} 120 ${left + 30} 40Z`
  return `<path d="M${left - 40} -40h${width + 80}v880h${-width - 80}z${opening}" fill="${MOUNT}" fill-rule="evenodd"/>`
}
