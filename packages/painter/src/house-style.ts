import { draw } from './shapes.ts'
import type { Stage } from './stage.ts'
import { PAGE_HEIGHT } from './view.ts'

/** A page with its definitions and what is drawn on it. */
export function page({ left, width }: Stage, definitions: string, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} 0 ${width} ${PAGE_HEIGHT}" width="${width}" height="${PAGE_HEIGHT}"><defs>${definitions}</defs>${content}</svg>`
}

/** A rectangle over the whole page. */
export const sheet = ({ left, width }: Stage, attributes: string): string =>
  `<rect x="${left}" width="${width}" height="${PAGE_HEIGHT}" ${attributes}/>`

/** Gradients that the drawing itself needs: the ground, and blushing cheeks. */
export function groundDefinitions({ id, background, blush }: Stage): string {
  return draw(
    `<linearGradient id="${id}b" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${background[0]}"/><stop offset="1" stop-color="${background[1]}"/></linearGradient>`,
    `<radialGradient id="${id}bl"><stop offset="0" stop-color="${blush}"/><stop offset="1" stop-color="${blush}" stop-opacity="0"/></radialGradient>`,
  )
}

/** The place with its ground and its hour, without anybody in it. */
export function scenery(stage: Stage): string {
  return draw(
    sheet(stage, `fill="url(#${stage.id}b)"`),
    stage.scene,
    stage.time === 'day' ? sheet(stage, 'fill="#fff0cf" fill-opacity=".24"') : '',
    stage.time === 'night' ? sheet(stage, 'fill="#0d1838" fill-opacity=".4"') : '',
  )
}

const figure = ({ layers, place }: Stage): string => `<g transform="${place}">${layers.join('')}</g>`

/** The house style: two tones a surface, one warm light, a dark foot. The library's files have a
 * grain as well, which takes most of their painting time and is hardly seen. `over` is drawn under the light. */
export function finish(stage: Stage, over = ''): string {
  const { id, background, light, lightX } = stage
  const definitions = draw(
    groundDefinitions(stage),
    `<linearGradient id="${id}v" x1="0" y1="0" x2="0" y2="1"><stop offset=".62" stop-color="${background[1]}" stop-opacity="0"/><stop offset="1" stop-color="${background[1]}" stop-opacity=".55"/></linearGradient>`,
    `<radialGradient id="${id}l" cx="${lightX}" cy="${light.y}" r=".9"><stop offset="0" stop-color="${light.colour}" stop-opacity="${light.strength}"/><stop offset=".55" stop-color="${light.colour}" stop-opacity="0"/></radialGradient>`,
  )
  const content = draw(
    scenery(stage),
    figure(stage),
    stage.prop,
    over,
    sheet(stage, `fill="url(#${id}v)"`),
    sheet(stage, `fill="url(#${id}l)"`),
  )
  return page(stage, definitions, content)
}
