import { type ClothesName, WARDROBE } from './clothes/wardrobe.ts'
import { drawEars } from './face/ears.ts'
import { drawFace } from './face/face.ts'
import type { FacePlan } from './face/face-plan.ts'
import { outlineOf } from './face/geometry.ts'
import { drawTeeth } from './face/mouth.ts'
import type { HairStyle } from './hair/hair-style.ts'
import { HAIR } from './hair/styles.ts'
import { drawBeastHead } from './kin/beast-head.ts'
import { BEAST_EARS, drawHalo, FURS, type Fur, HORNS, TAILS } from './kin/beast-parts.ts'
import { WINGS } from './kin/wings.ts'
import { BROWS, type Brow } from './parts/brows.ts'
import { CLOTHS, type Cloth } from './parts/cloths.ts'
import { EYES, type Eye } from './parts/eyes.ts'
import { HAIR_COLOURS, type HairTones } from './parts/hair-colours.ts'
import { HEADS, type Head } from './parts/heads.ts'
import { LIGHTS, type Light } from './parts/lights.ts'
import { MOUTHS, type Mouth } from './parts/mouths.ts'
import { NOSES, type Nose } from './parts/noses.ts'
import { SKINS } from './parts/skins.ts'
import { draw, fill, line, mix, path, round } from './shapes.ts'
import type { PersonSpec } from './spec.ts'
import { GLASSES, HATS } from './worn/worn.ts'

/** How a person holds themselves in one picture, whatever they are made of. */
export interface PersonLook {
  turn: number
  lids: number
  /** an expression in place of the spec's own */
  mouth?: Mouth
  browTilt?: number
  raise?: number
  gazeY?: number
}

const named = <Value extends object>(table: Record<string, Value>, value: string | Value): Value =>
  // The names of the spec's types are the keys of the tables.
  typeof value === 'string' ? (table[value] as Value) : value

/** A person in layers, from back to front: hair behind, neck, clothes, head, what hangs over the clothes. */
export function drawPerson(person: PersonSpec, id: string, look: PersonLook): string[] {
  const plan = planFace(person, id, look)
  const { head, skin } = plan
  const hair: ReturnType<HairStyle> = HAIR[person.hair](named<HairTones>(HAIR_COLOURS, person.hairColour))
  const fitted = fitTo(head, look.turn)
  const lean = person.tilt ? ` transform="rotate(${person.tilt} 300 470)"` : ''
  const leaning = (markup: string) => (markup ? `<g${lean}>${markup}</g>` : '')
  const { beast } = person
  const fur = beast || person.beastEars || person.tail ? furOf(person) : FURS.grey
  return [
    (person.wings ? WINGS[person.wings]() : '') + (person.tail ? TAILS[person.tail](fur) : ''),
    beast ? '' : leaning(fitted(hair.back)),
    drawNeck(plan, beast ? [fur[0], fur[1], mix(fur[1], '#000000', 0.4), fur[2]] : skin),
    dress(person.clothes, named<Cloth>(CLOTHS, person.cloth), head.neck) +
      (person.over ? dress(person.over, person.overCloth ?? CLOTHS.clay, head.neck) : ''),
    leaning(
      draw(
        person.halo ? drawHalo() : '',
        beast ? drawBeastHead(beast, fur, plan) : drawHead(plan, fitted, hair.front),
        person.horns ? fitted(HORNS[person.horns]()) : '',
        person.beastEars ? fitted(BEAST_EARS[person.beastEars](fur)) : '',
        person.earring && !beast ? fill(path`M${plan.geometry.cL - 8} 392a7 7 0 1 0 .1 0z`, person.earring) : '',
        person.glasses ? GLASSES[person.glasses](plan.geometry.fx, look.turn, person.glassesColour ?? '#1b1f3f') : '',
        person.hat ? fitted(drawHat(person)) : '',
      ),
    ),
    beast ? '' : (hair.drape ?? ''),
  ]
}

const smallMouth = (mouth: Mouth): Mouth => ({
  ...mouth,
  width: mouth.width * 0.6,
  smile: mouth.smile * 0.7,
  upper: 3,
  lower: 5,
})

const drawHead = (plan: FacePlan, fitted: (markup?: string) => string, hair: string | undefined): string =>
  draw(drawEars(plan), drawFace(plan), drawTeeth(plan), fitted(hair))

/** The coat that someone's description names, or one that goes with their hair. */
function furOf({ fur, beast, beastEars, tail, hairColour }: PersonSpec): Fur {
  if (fur) return FURS[fur]
  const kind = beast ?? beastEars
  if (kind === 'fox' || (!kind && tail === 'bushy')) return FURS.ginger
  if (kind === 'wolf') return FURS.grey
  if (kind === 'rabbit') return FURS.white
  if (kind === 'lion') return FURS.golden
  if (kind === 'bear') return FURS.brown
  const [light, shade] = named<HairTones>(HAIR_COLOURS, hairColour)
  return [light, shade, mix(light, '#ffffff', 0.6), mix(light, '#a05060', 0.5)]
}

function planFace(person: PersonSpec, id: string, look: PersonLook): FacePlan {
  const head: Head = { ...HEADS[person.head], ...person.headTweak }
  const hairTones = named<HairTones>(HAIR_COLOURS, person.hairColour)
  const light: Light = LIGHTS[person.light ?? 'lamp']
  const nose = named<Nose>(NOSES, person.nose)
  const brow = named<Brow>(BROWS, person.brow)
  const skin = SKINS[person.skin]
  return {
    id,
    person,
    restTurn: person.turn,
    head,
    skin,
    eyes: named<Eye>(EYES, person.eyes),
    brow: { ...brow, tilt: brow.tilt + (look.browTilt ?? 0) },
    // A longer face has its nose further down.
    nose: { ...nose, y: nose.y + (head.chinY - 490) * 0.55 },
    mouth: person.anime
      ? smallMouth(look.mouth ?? named<Mouth>(MOUTHS, person.mouth))
      : (look.mouth ?? named<Mouth>(MOUTHS, person.mouth)),
    browTones: person.browColour
      ? [person.browColour, mix(person.browColour, '#000000', 0.2)]
      : [hairTones[0], hairTones[1]],
    beardTones: named<HairTones>(HAIR_COLOURS, person.beardColour ?? person.hairColour),
    lip: person.lip ?? skin[3],
    rim: person.rim ?? light.rim,
    gaze: person.gaze ?? -2,
    gazeY: look.gazeY ?? person.gazeY ?? 0,
    raise: look.raise ?? person.raise ?? 0,
    lids: look.lids,
    geometry: outlineOf(head, look.turn),
    mouthY: head.chinY - 50,
  }
}

/** Hair and hats are drawn for one head; this makes them fit another. */
function fitTo(head: Head, turn: number): (markup?: string) => string {
  const across = Math.round((head.temple / 95) * 100) / 100
  const up = Math.round(((300 - head.top) / 98) * 100) / 100
  const transform = `translate(${round(300 + 5 * turn)} 300) scale(${across} ${up}) translate(-300 -300)`
  return (markup) => (markup ? `<g transform="${transform}">${markup}</g>` : '')
}

function drawNeck({ id, head, geometry, person }: FacePlan, [light, shadow, stroke]: FacePlan['skin']): string {
  const half = head.neck
  const d = path`M${300 - half} 420V520C${300 - half - 14} 545 282 604 300 614C318 604 ${300 + half + 14} 545 ${300 + half} 520V420Z`
  const folds = path`M${300 - half * 0.5} 500q4 30 14 50M${300 + half * 0.4} 500q-2 30 -8 48`
  return draw(
    `<clipPath id="${id}n"><path d="${d}"/></clipPath>`,
    fill(d, light),
    `<g clip-path="url(#${id}n)">`,
    fill(path`M${322 + 8 * geometry.turn} 410C${330 + 8 * geometry.turn} 470 ${326} 540 308 640H430V410Z`, shadow),
    `<path d="${geometry.d}" transform="translate(6 28)" fill="${mix(shadow, stroke, 0.2)}"/>`,
    person.age > 58 ? line(folds, stroke, 3.4, 0.3) : '',
    '</g>',
  )
}

function dress(clothes: ClothesName, cloth: Cloth, neck: number): string {
  const [light, shade, trim = light, trimShade = shade, accent = '#b23a30'] = cloth
  return WARDROBE[clothes]([light, shade, trim, trimShade, accent], neck)
}

function drawHat({ hat, hatTones = ['#1b3a5c', '#122843', '#b23a30'] }: PersonSpec): string {
  const [light, shade, trim = '#d9a94f'] = hatTones
  return hat ? HATS[hat]([light, shade, trim]) : ''
}
