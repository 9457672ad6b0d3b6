import { coatsOf } from './figures/figures.ts'
import { KIN, type KinName } from './kin/kin.ts'
import { CLOTHS } from './parts/cloths.ts'
import { chance, round } from './shapes.ts'
import type { ClothName, FigureSpec, NamedParts, PersonSpec, PortraitSpec } from './spec.ts'
import { type Phrase, phrasesOf } from './words/phrases.ts'
import { namesChild, readAge } from './words/read-age.ts'
import { type Description, find, names, readText } from './words/read-words.ts'
import { IRISES, type Part } from './words/word-table.ts'

const LIGHT_SKINS = ['porcelain', 'fair', 'ivory', 'ruddy', 'weathered', 'olive'] as const
const DARK_SKINS = ['tan', 'bronze', 'brown', 'umber', 'deep'] as const
const isDark = (skin: string): boolean => DARK_SKINS.some((one) => one === skin)

const POOLS = {
  woman: {
    hair: ['bobFringe', 'bigCurls', 'partedBack', 'longLoose', 'braid', 'windPony', 'cropNatural', 'surf'],
    head: ['oval', 'round', 'heart', 'diamond', 'strong', 'lean'],
    clothes: ['crew', 'trench', 'mandarin', 'nordic', 'shawl', 'uniform', 'workCollar'],
    brow: ['soft', 'arched', 'thin', 'soft', 'straight'],
  },
  man: {
    hair: ['swept', 'templeGrey', 'buzz', 'receding', 'cropNatural', 'surf', 'longLoose'],
    head: ['square', 'long', 'wide', 'lean', 'strong', 'oval', 'diamond'],
    clothes: ['crew', 'waistcoat', 'nordic', 'trench', 'jumpsuit', 'shawl', 'uniform'],
    brow: ['straight', 'bushy', 'soft', 'straight', 'stern'],
  },
} as const
const SCENES = [
  'library',
  'hall',
  'newsroom',
  'inn',
  'teaRoom',
  'kitchen',
  'dome',
  'compassRose',
  'sea',
  'danceHall',
  'stage',
  'ferry',
  'glasshouse',
  'tileWall',
  'planets',
  'studio',
  'forest',
  'castle',
  'tavern',
  'garden',
  'mountains',
  'shipDeck',
] as const
const COVERS_EARS = ['bobFringe', 'bigCurls', 'surf', 'longLoose', 'underCap']

/** One draw for each part, so that a new word changes its own part and nothing else. */
class Draw {
  readonly #seed: string
  constructor(seed: string) {
    this.#seed = seed
  }
  share(part: string): number {
    return chance(`${this.#seed}:${part}`)()
  }
  one<Value>(part: string, list: readonly Value[]): Value {
    // The share is below 1, the list is not empty.
    return list[Math.floor(this.share(part) * list.length)] as Value
  }
  amount(part: string, least: number, most: number): number {
    return least + this.share(part) * (most - least)
  }
}

/**
 * Someone as a description says, in any of the eight languages; what it does not say is drawn by the seed. The same
 * words and seed always give the same spec. Nobody is ever under 21, whatever the text says, and nothing of the text
 * is in the spec: only names of parts and numbers are.
 */
export const specFromWords = (text: string, seed: string): PortraitSpec => specOf(readText(text), new Draw(seed))

/** What a description says of someone's age and looks; null where it says nothing. */
export function personFromWords(text: string): { age: number | null; presents: 'woman' | 'man' | null } {
  const words = readText(text)
  return { age: readAge(words), presents: find(words, 'look') }
}

/** What can be told of a description while it is being written. */
export interface Reading {
  /** null where the text asks for someone under 18: nothing is painted then */
  spec: PortraitSpec | null
  phrases: Phrase[]
}

/** Like `specFromWords`, with the words that were understood and those that were not. */
export function readDescription(text: string, seed: string): Reading {
  const words = readText(text)
  if (namesChild(words)) return { spec: null, phrases: [] }
  const spec = specOf(words, new Draw(seed))
  return { spec, phrases: phrasesOf(text, words) }
}

function specOf(words: Description, draw: Draw): PortraitSpec {
  const figure = isDressed(words) ? null : find(words, 'figure')
  return figure ? drawFigureSpec(words, draw, figure) : drawPersonSpec(words, draw)
}

const DRESSES: ReadonlySet<Part> = new Set(['clothes', 'hat', 'anyHat', 'glasses', 'kin'])

/** A cat who is a detective, or wears a hat, is a person with a cat's head. */
const isDressed = ({ matches }: Description): boolean =>
  matches.find(({ part }) => part === 'figure')?.value === 'cat' && matches.some(({ part }) => DRESSES.has(part))

function drawFigureSpec(words: Description, draw: Draw, figure: FigureSpec['figure']): FigureSpec {
  return {
    kind: 'figure',
    figure,
    coat: coatOf(words, draw, figure),
    scene: find(words, 'scene') ?? draw.one('scene', ['bookshop', 'lighthouse', 'library', 'hall', 'stacks'] as const),
    light: find(words, 'light') ?? 'lamp',
    flip: draw.share('flip') > 0.6,
    tilt: Math.round(draw.amount('tilt', -2, 2)),
  }
}

const CAT_COATS = { black: 0, ginger: 1, grey: 2, white: 3, brown: 4 } as const
const METAL_COATS: Record<string, number> = { brass: 0, moss: 1, teal: 1, clay: 2, rose: 2, tide: 3, slate: 3 }
const SCALE_COATS: Record<string, number> = { plum: 0, moss: 1, teal: 1, clay: 2, rose: 2 }

function coatOf(words: Description, draw: Draw, figure: FigureSpec['figure']): number {
  const count = coatsOf(figure)
  const fur = find(words, 'fur')
  if (figure === 'cat' && fur) return CAT_COATS[fur]
  const named = (figure === 'thistle' ? SCALE_COATS : METAL_COATS)[find(words, 'cloth') ?? '']
  return named !== undefined && named < count ? named : Math.floor(draw.share('coat') * count)
}

function drawPersonSpec(words: Description, draw: Draw): PersonSpec {
  const kin = find(words, 'kin')
  const facial = find(words, 'facial')
  const presents = find(words, 'look') ?? (facial ? 'man' : draw.one('look', ['woman', 'man'] as const))
  const traits = traitsOf(kin, presents)
  const pool = POOLS[presents]
  const isDwarf = kin === 'dwarf' && presents === 'man'
  const beard = facial ?? (isDwarf ? 'longBeard' : undefined)
  const isOld = beard === 'longBeard' || kin === 'wizard'
  const age = readAge(words) ?? Math.round(isOld ? draw.amount('age', 60, 74) : draw.amount('age', 24, 52))
  const skin = find(words, 'skin') ?? traits.skin ?? draw.one('skin', [...LIGHT_SKINS, ...DARK_SKINS])
  const hasSomeHat = names(words, 'anyHat', 'hat')
  const hat = find(words, 'hat') ?? traits.hat ?? (hasSomeHat ? 'cowboy' : undefined)
  const hair = find(words, 'hair') ?? traits.hair ?? drawHair(draw, presents, age, hat)
  const head = find(words, 'head') ?? traits.head ?? draw.one('head', pool.head)
  const beast = find(words, 'beast') ?? (isDressed(words) && names(words, 'figure', 'cat') ? 'cat' : undefined)
  const coversEars = COVERS_EARS.includes(hair)
  return {
    kind: 'person',
    age,
    presents,
    scene: find(words, 'scene') ?? traits.scene ?? draw.one('scene', SCENES),
    skin,
    head,
    eyeSpacing: Math.round(draw.amount('spacing', 46, 50)),
    eyeLine: Math.round(draw.amount('eyeline', -2, 3)),
    eyes:
      find(words, 'eyes') ??
      draw.one('eyes', ['almond', 'round', 'hooded', 'down', 'smiling', 'almond', 'almond', 'narrow'] as const),
    iris: drawIris(words, draw, skin, traits.iris),
    brow: find(words, 'brow') ?? traits.brow ?? draw.one('brow', pool.brow),
    nose:
      find(words, 'nose') ??
      traits.nose ??
      draw.one('nose', ['straight', 'broad', 'aquiline', 'button', 'long', 'fine', 'straight', 'bulb'] as const),
    mouth:
      find(words, 'mouth') ??
      draw.one('mouth', ['calm', 'full', 'smile', 'smirk', 'thin', 'calm', 'wry', 'smile'] as const),
    plainLips: presents === 'man',
    lash: presents === 'woman',
    hair,
    hairColour: find(words, 'hairColour') ?? traits.hairColour ?? drawHairColour(draw, age, skin),
    browColour: age > 66 ? '#8f878c' : undefined,
    facial:
      beard ??
      (presents === 'man' && kin === null
        ? draw.one('facial', [
            undefined,
            undefined,
            'stubble',
            'beard',
            'moustache',
            undefined,
            'sideburns',
            'goatee',
          ] as const)
        : undefined),
    glasses: find(words, 'glasses') ?? (kin === null && draw.share('glasses') > 0.9 ? 'round' : undefined),
    glassesColour: draw.one('glassesColour', ['#1b1f3f', '#a3242f', '#d9a94f', '#2a2a2a']),
    hat,
    clothes: find(words, 'clothes') ?? traits.clothes ?? draw.one('clothes', pool.clothes),
    cloth: find(words, 'cloth') ?? draw.one('cloth', Object.keys(CLOTHS) as ClothName[]),
    light:
      find(words, 'light') ?? traits.light ?? draw.one('light', ['lamp', 'lamp', 'moon', 'lantern', 'screen'] as const),
    flip: draw.share('flip') > 0.5,
    turn: drawTurn(draw),
    tilt: Math.round(draw.amount('tilt', -4, 4)),
    gaze: Math.round(draw.amount('gaze', -3, 3)),
    gazeY: Math.round(draw.amount('gazeY', -1, 2)),
    blush: round(draw.amount('blush', 0.2, 0.6)),
    raise: draw.share('raise') > 0.8 ? 4 : 0,
    freckles: names(words, 'traits', 'freckles') || (!isDark(skin) && draw.share('freckles') > 0.85),
    ears: names(words, 'traits', 'fae') ? 'fae' : (traits.ears ?? (coversEars ? 'none' : undefined)),
    hollow: head === 'lean' ? 0.25 : 0,
    earring: presents === 'woman' && !coversEars && draw.share('earring') > 0.5 ? '#e7bd6a' : undefined,
    mark: find(words, 'mark') ?? undefined,
    beast,
    beastEars: beast ? undefined : (find(words, 'beastEars') ?? undefined),
    fur: (beast || hasFur(words) ? find(words, 'fur') : null) ?? undefined,
    tail: find(words, 'tail') ?? traits.tail,
    wings: find(words, 'wings') ?? traits.wings,
    horns: find(words, 'horns') ?? traits.horns,
    halo: names(words, 'traits', 'halo') || traits.halo,
    teeth: find(words, 'teeth') ?? traits.teeth,
    anime: names(words, 'traits', 'anime') || undefined,
  }
}

function traitsOf(kin: KinName | null, presents: 'woman' | 'man'): Partial<NamedParts> {
  if (!kin) return {}
  const traits: Partial<NamedParts> = KIN[kin]
  // A king has no gown, and of elves and fairies only the women always wear their hair long.
  if (presents === 'man' && traits.clothes === 'gown')
    return { ...traits, clothes: kin === 'fairy' ? 'leafCoat' : 'robe' }
  return traits
}

const hasFur = ({ matches }: Description): boolean =>
  matches.some(({ part }) => part === 'beastEars' || part === 'tail')

/** One in three looks aside, as far as a face still shows both eyes. */
function drawTurn(draw: Draw): number {
  const turn = draw.share('turn')
  return round(turn > 0.62 ? 0.55 + (turn - 0.62) : turn * 0.9 - 0.25)
}

function drawHair(draw: Draw, presents: 'woman' | 'man', age: number, hat: PersonSpec['hat']): PersonSpec['hair'] {
  if (hat === 'stationCap') return presents === 'woman' ? 'underCap' : 'templeGrey'
  if (hat === 'tricorn') return 'windPony'
  if (age > 66 && presents === 'woman')
    return draw.one('hair', ['setCurls', 'braid', 'partedBack', 'bobFringe'] as const)
  if (age > 56 && presents === 'man') return draw.one('hair', ['receding', 'templeGrey', 'buzz', 'swept'] as const)
  const pool: readonly PersonSpec['hair'][] = POOLS[presents].hair
  // Curls stand out above what lies close on the head.
  const isClose = hat === 'beret' || hat === 'beanie'
  return draw.one('hair', isClose ? pool.filter((hair) => hair !== 'bigCurls') : pool)
}

/** Hair greys from 51 and whitens from 67. */
function drawHairColour(draw: Draw, age: number, skin: string): PersonSpec['hairColour'] {
  if (age > 66) return draw.one('hairColour', ['white', 'silver', 'steel'] as const)
  if (age > 50) return draw.one('hairColour', ['pepper', 'steel', 'brown', 'black'] as const)
  if (isDark(skin)) return draw.one('hairColour', ['black', 'ink', 'black', 'brown', 'chestnut'] as const)
  return draw.one('hairColour', ['black', 'brown', 'chestnut', 'auburn', 'copper', 'blond', 'ink'] as const)
}

function drawIris(words: Description, draw: Draw, skin: string, own: string | undefined): string {
  const named = find(words, 'iris')
  if (named) return IRISES[named]
  if (own) return own
  return isDark(skin)
    ? draw.one('iris', ['#2c1710', '#3a2317', '#4a2b18'])
    : draw.one('iris', ['#4a2b18', '#4f8fb4', '#5f8a48', '#7d8894', '#8a6a2a', '#2a1a18'])
}
