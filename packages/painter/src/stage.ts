import { drawPerson, type PersonLook } from './draw-person.ts'
import { drawFigure, FIGURES } from './figures/figures.ts'
import type { Framing } from './framing.ts'
import { whoIs } from './known/known.ts'
import { expressionOf, type Mood } from './moods.ts'
import { BACKGROUNDS, type Background } from './parts/backgrounds.ts'
import { LIGHTS, type Light } from './parts/lights.ts'
import { MOUTHS, type Mouth } from './parts/mouths.ts'
import { SKINS } from './parts/skins.ts'
import { PROPS } from './props/props.ts'
import { SCENES, type SceneName } from './scenes/scenes.ts'
import { hash, mix, round } from './shapes.ts'
import { drawSitter } from './sitters/draw-sitter.ts'
import { SITTER_SKINS, type Sitter } from './sitters/sitter.ts'
import type { FigureSpec, PersonSpec, PortraitSpec } from './spec.ts'
import { PAGE_WIDTHS, type PictureSize, type View } from './view.ts'

/** What a moment of an animated view moves. */
export interface Moment {
  /** lids on top of the mood's, 0–1 */
  blink: number
  /** one breath, −1 to 1 */
  breath: number
}

/** A picture taken apart: everything that a style puts together in its own way. */
export interface Stage {
  /** beginning of every id in the picture */
  id: string
  size: PictureSize
  /** left edge of the page, and its width; the height is always 800 */
  left: number
  width: number
  background: Background
  sceneName: SceneName
  scene: string
  /** the figure's layers, from back to front, and where they stand */
  layers: string[]
  place: string
  prop: string
  light: Light
  /** the light's place as a share of the page */
  lightX: number
  time: View['time']
  /** colour of blushing cheeks */
  blush: string
}

type Frame = NonNullable<View['frame']>

/** Scale, and the height at which the anchor stands, of each frame in each size. */
const FRAMES: Record<PictureSize, Record<Frame, { y: number; scale: number; anchor: number }>> = {
  portrait: {
    portrait: { y: 350, scale: 1.24, anchor: 342 },
    close: { y: 386, scale: 1.66, anchor: 352 },
    wide: { y: 560, scale: 0.74, anchor: 420 },
  },
  square: {
    portrait: { y: 360, scale: 1.2, anchor: 342 },
    close: { y: 386, scale: 1.6, anchor: 352 },
    wide: { y: 570, scale: 0.76, anchor: 420 },
  },
  landscape: {
    portrait: { y: 400, scale: 1.08, anchor: 342 },
    close: { y: 386, scale: 1.5, anchor: 352 },
    wide: { y: 580, scale: 0.74, anchor: 420 },
  },
}
const PROP_SCALES: Record<Frame, number> = { portrait: 1, close: 1.16, wide: 0.66 }

/** Puts someone on the page as a view asks. */
export function setStage(spec: PortraitSpec, view: View, moment: Moment = { blink: 0, breath: 0 }): Stage {
  const who = spec.kind === 'known' ? whoIs(spec) : spec
  const id = `p${hash(JSON.stringify([spec, view])).toString(36)}`
  const size = view.size ?? 'portrait'
  const frame = view.frame ?? 'portrait'
  const scene = view.scene ?? (who.kind === 'sitter' ? who.sitter.scene : who.scene)
  const ownScene = !view.scene || (who.kind !== 'sitter' && view.scene === who.scene)
  const flip = (who.kind !== 'sitter' && Boolean(who.flip)) !== (view.pose === 'mirrored')
  const lightName = view.light ?? (view.time === 'day' ? 'day' : who.kind === 'sitter' ? 'lamp' : (who.light ?? 'lamp'))
  const light: Light = LIGHTS[lightName]
  const own = ownScene && who.kind === 'person' ? who.background : undefined
  const width = PAGE_WIDTHS[size]
  const prop = propOf(who, view)
  return {
    id,
    size,
    left: leftEdge(size, width, view.figureAt ?? (flip ? 0.57 : 0.43)),
    width,
    background: atTime(own ?? BACKGROUNDS[scene], view.time),
    sceneName: scene,
    scene: SCENES[scene](),
    ...standing(who, view, { id, size, frame, flip, moment }),
    prop: prop ? scaledProp(prop, PROP_SCALES[frame]) : '',
    light,
    lightX: flip ? 1 - light.x : light.x,
    time: view.time,
  }
}

/** In a landscape the figure may stand beside the middle: by default on the side from which the light comes. */
function leftEdge(size: PictureSize, width: number, figureAt: number): number {
  if (size !== 'landscape') return (600 - width) / 2
  return Math.round(300 - width * figureAt)
}

function atTime(background: Background, time: View['time']): Background {
  if (time !== 'day') return background
  return [mix(background[0], '#f6e3c4', 0.42), mix(background[1], '#f6e3c4', 0.22)]
}

type Who = PersonSpec | FigureSpec | { kind: 'sitter'; sitter: Sitter }
interface Placing {
  id: string
  size: PictureSize
  frame: Frame
  flip: boolean
  moment: Moment
}

function standing(who: Who, view: View, placing: Placing): Pick<Stage, 'layers' | 'place' | 'blush'> {
  const { id, size, frame, flip, moment } = placing
  const fits = FRAMES[size][frame]
  if (who.kind === 'figure') {
    const { anchor, frame: own } = FIGURES[who.figure]
    const ratio = fits.scale / FRAMES.portrait.portrait.scale
    const low = frame === 'wide' ? 200 : frame === 'close' ? 24 : size === 'landscape' ? 40 : 0
    const at = { x: own.x, y: own.y + low, scale: own.scale * (frame === 'close' ? 1.22 : ratio) }
    return {
      layers: [`<g transform="rotate(${view.tilt ?? who.tilt} 300 560)">${drawFigure(who.figure, who.coat)}</g>`],
      place: placeOf(at, anchor, flip, moment),
      blush: '#000000',
    }
  }
  const low = who.kind === 'person' ? headroomOf(who, view) : 0
  const at = { x: frame === 'portrait' ? 296 : 300, y: fits.y + low, scale: fits.scale * (1 - low / 500) }
  const anchor = { x: 298, y: fits.anchor }
  if (who.kind === 'sitter') {
    const place = placeOf(at, anchor, flip, moment)
    const layers = drawSitter(who.sitter, id, sitterLook(who.sitter, view, moment))
    const tilt = view.tilt ? `<g transform="rotate(${view.tilt} 300 470)">` : ''
    return {
      layers: tilt
        ? layers.map((layer, index) => (index === 2 || index === 1 ? layer : `${tilt}${layer}</g>`))
        : layers,
      place,
      blush: SITTER_SKINS[who.sitter.face.skin][3],
    }
  }
  const framed = who.frame && frame === 'portrait' && size === 'portrait' ? who.frame : at
  const shown = dressed(who, view)
  return {
    layers: drawPerson(shown, id, personLook(who, view, moment)),
    place: placeOf(framed, anchor, flip, moment),
    blush: SKINS[who.skin][3],
  }
}

/** How much lower someone stands who wears or carries something tall. */
function headroomOf(person: PersonSpec, view: View): number {
  const hat = view.hat ?? person.hat
  if (hat === 'wizard' || hat === 'witch' || person.beast === 'rabbit' || person.beastEars === 'rabbit') return 86
  if (person.beast === 'fox' || person.beast === 'wolf' || person.horns === 'unicorn') return 60
  if (hat === 'top' || hat === 'cowboy' || person.wings || person.horns || person.halo || person.beastEars) return 44
  return 0
}

function placeOf(at: Framing, anchor: { x: number; y: number }, flip: boolean, { breath }: Moment): string {
  const mirrored = flip ? 'translate(600 0) scale(-1 1) ' : ''
  const y = round(at.y - breath * 2)
  const scale = Math.round(at.scale * (1 + breath * 0.004) * 1000) / 1000
  return `${mirrored}translate(${at.x} ${y}) scale(${scale}) translate(${-anchor.x} ${-anchor.y})`
}

/** The person in the dress and the light of a view. */
function dressed(person: PersonSpec, view: View): PersonSpec {
  const changed = view.clothes || view.cloth
  return {
    ...person,
    tilt: view.tilt ?? person.tilt,
    gaze: view.gaze ?? person.gaze,
    light: view.light ?? (view.time === 'day' ? 'day' : person.light),
    rim: view.light || view.time === 'day' ? undefined : person.rim,
    clothes: view.clothes ?? person.clothes,
    cloth: view.cloth ?? person.cloth,
    over: changed ? undefined : person.over,
    hat: view.hat === 'none' ? undefined : (view.hat ?? person.hat),
    hatTones: view.hat && view.hat !== person.hat ? undefined : person.hatTones,
    ...moodEyes(view.mood),
  }
}

const moodEyes = (mood?: Mood): Partial<PersonSpec> => {
  const eyes = mood && expressionOf(mood).eyes
  return eyes ? { eyes } : {}
}

function personLook(person: PersonSpec, view: View, moment: Moment): PersonLook {
  const turn = view.pose === 'front' ? 0 : view.pose === 'threeQuarter' ? (person.turn < 0 ? -0.85 : 0.85) : person.turn
  const expression = view.mood && expressionOf(view.mood)
  if (!expression) return { turn, lids: moment.blink }
  const own: Mouth = typeof person.mouth === 'string' ? MOUTHS[person.mouth] : person.mouth
  const wanted: Mouth = MOUTHS[expression.mouth]
  // Lips belong to the face, what they do to the mood.
  const mouth = {
    ...wanted,
    width: (wanted.width + own.width) / 2,
    upper: own.upper ?? wanted.upper,
    lower: own.lower ?? wanted.lower,
  }
  return {
    turn,
    lids: Math.max(moment.blink, expression.lids ?? 0),
    mouth: own.line && !wanted.open ? { ...mouth, line: true } : mouth,
    browTilt: expression.browTilt,
    raise: expression.raise ?? person.raise,
    gazeY: expression.gazeY,
  }
}

function sitterLook({ face }: Sitter, view: View, moment: Moment) {
  const expression = view.mood && expressionOf(view.mood)
  const smiles = expression ? MOUTHS[expression.mouth].smile : null
  return {
    smile: smiles === null ? face.smile : Math.min(18, smiles),
    browTilt: (face.browTilt ?? 0) + (expression?.browTilt ?? 0) / 2,
    gaze: view.gaze ?? -3,
    lids: Math.max(moment.blink, expression?.lids ?? 0),
  }
}

function propOf(who: Who, view: View): string {
  if (view.prop) return view.prop === 'none' ? '' : PROPS[view.prop]()
  const keeps = who.kind === 'person' && who.prop && !view.clothes && (!view.scene || view.scene === who.scene)
  return keeps && who.prop ? PROPS[who.prop]() : ''
}

const scaledProp = (prop: string, scale: number): string =>
  scale === 1 ? prop : `<g transform="translate(300 810) scale(${scale}) translate(-300 -810)">${prop}</g>`
