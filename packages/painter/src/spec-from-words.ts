import { coatsOf } from './figures/figures.ts'
import { CLOTHS } from './parts/cloths.ts'
import { chance, round } from './shapes.ts'
import type { ClothName, FigureSpec, PersonSpec, PortraitSpec } from './spec.ts'
import { readAge } from './words/read-age.ts'
import { type FoldedText, find, foldText, has } from './words/read-words.ts'
import { IRISES } from './words/word-table.ts'

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
 * Somebody as a description says, in any of the eight languages; what it does not say is drawn by the seed. The same
 * words and seed always give the same spec. Nobody is ever under 21, whatever the text says, and nothing of the text
 * is in the spec: only names of parts and numbers are.
 */
export function specFromWords(text: string, seed: string): PortraitSpec {
  const words = foldText(text)
  const draw = new Draw(seed)
  const figure = find(words, 'figure')
  return figure ? drawFigureSpec(words, draw, figure) : drawPersonSpec(words, draw)
}

function drawFigureSpec(words: FoldedText, draw: Draw, figure: FigureSpec['figure']): FigureSpec {
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

function coatOf(words: FoldedText, draw: Draw, figure: FigureSpec['figure']): number {
  const count = coatsOf(figure)
  const fur = find(words, 'fur')
  if (figure === 'cat' && fur) return CAT_COATS[fur]
  const named = (figure === 'thistle' ? SCALE_COATS : METAL_COATS)[find(words, 'cloth') ?? '']
  return named !== undefined && named < count ? named : Math.floor(draw.share('coat') * count)
}

function drawPersonSpec(words: FoldedText, draw: Draw): PersonSpec {
  const facial = find(words, 'facial')
  const presents = find(words, 'look') ?? (facial ? 'man' : draw.one('look', ['woman', 'man'] as const))
  const pool = POOLS[presents]
  const age = readAge(words) ?? Math.round(draw.amount('age', 24, 58))
  const skin = find(words, 'skin') ?? draw.one('skin', [...LIGHT_SKINS, ...DARK_SKINS])
  const hat = find(words, 'hat') ?? undefined
  const hair = find(words, 'hair') ?? drawHair(draw, presents, age, hat)
  const head = find(words, 'head') ?? draw.one('head', pool.head)
  const coversEars = COVERS_EARS.includes(hair)
  return {
    kind: 'person',
    age,
    presents,
    scene: find(words, 'scene') ?? draw.one('scene', SCENES),
    skin,
    head,
    eyeSpacing: Math.round(draw.amount('spacing', 46, 50)),
    eyeLine: Math.round(draw.amount('eyeline', -2, 3)),
    eyes:
      find(words, 'eyes') ??
      draw.one('eyes', ['almond', 'round', 'hooded', 'down', 'smiling', 'wide', 'almond', 'narrow'] as const),
    iris: drawIris(words, draw, skin),
    brow: find(words, 'brow') ?? draw.one('brow', pool.brow),
    nose:
      find(words, 'nose') ??
      draw.one('nose', ['straight', 'broad', 'aquiline', 'button', 'long', 'fine', 'straight', 'bulb'] as const),
    mouth:
      find(words, 'mouth') ??
      draw.one('mouth', ['calm', 'full', 'smile', 'smirk', 'thin', 'laugh', 'wry', 'smile'] as const),
    plainLips: presents === 'man',
    lash: presents === 'woman',
    hair,
    hairColour: find(words, 'hairColour') ?? drawHairColour(draw, age, skin),
    browColour: age > 66 ? '#8f878c' : undefined,
    facial:
      facial ??
      (presents === 'man'
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
    glasses: find(words, 'glasses') ?? (draw.share('glasses') > 0.86 ? 'round' : undefined),
    glassesColour: draw.one('glassesColour', ['#1b1f3f', '#a3242f', '#d9a94f', '#2a2a2a']),
    hat,
    clothes: find(words, 'clothes') ?? draw.one('clothes', pool.clothes),
    cloth: find(words, 'cloth') ?? draw.one('cloth', Object.keys(CLOTHS) as ClothName[]),
    light: find(words, 'light') ?? draw.one('light', ['lamp', 'lamp', 'moon', 'lantern', 'screen'] as const),
    flip: draw.share('flip') > 0.6,
    turn: round(draw.amount('turn', -0.3, 0.35)),
    tilt: Math.round(draw.amount('tilt', -4, 4)),
    gaze: Math.round(draw.amount('gaze', -4, 4)),
    gazeY: Math.round(draw.amount('gazeY', -2, 2)),
    blush: round(draw.amount('blush', 0.2, 0.7)),
    raise: draw.share('raise') > 0.75 ? 5 : 0,
    freckles: hasTrait(words, 'freckles') || (!isDark(skin) && draw.share('freckles') > 0.85),
    ears: hasTrait(words, 'fae') ? 'fae' : coversEars ? 'none' : undefined,
    hollow: head === 'lean' ? 0.25 : 0,
    earring: presents === 'woman' && !coversEars && draw.share('earring') > 0.5 ? '#e7bd6a' : undefined,
  }
}

const hasTrait = (words: FoldedText, trait: 'freckles' | 'fae'): boolean =>
  words.tables.some((table) => has(words, table.traits?.[trait] ?? []))

function drawHair(draw: Draw, presents: 'woman' | 'man', age: number, hat: PersonSpec['hat']): PersonSpec['hair'] {
  if (hat === 'stationCap') return presents === 'woman' ? 'underCap' : 'templeGrey'
  if (hat === 'tricorn') return 'windPony'
  if (age > 66 && presents === 'woman')
    return draw.one('hair', ['setCurls', 'braid', 'partedBack', 'bobFringe'] as const)
  if (age > 56 && presents === 'man') return draw.one('hair', ['receding', 'templeGrey', 'buzz', 'swept'] as const)
  return draw.one<PersonSpec['hair']>('hair', POOLS[presents].hair)
}

/** Hair greys from 51 and whitens from 67. */
function drawHairColour(draw: Draw, age: number, skin: string): PersonSpec['hairColour'] {
  if (age > 66) return draw.one('hairColour', ['white', 'silver', 'steel'] as const)
  if (age > 50) return draw.one('hairColour', ['pepper', 'steel', 'brown', 'black'] as const)
  if (isDark(skin)) return draw.one('hairColour', ['black', 'ink', 'black', 'brown', 'chestnut'] as const)
  return draw.one('hairColour', ['black', 'brown', 'chestnut', 'auburn', 'copper', 'blond', 'ink'] as const)
}

function drawIris(words: FoldedText, draw: Draw, skin: string): string {
  const named = find(words, 'iris')
  if (named) return IRISES[named]
  return isDark(skin)
    ? draw.one('iris', ['#2c1710', '#3a2317', '#4a2b18'])
    : draw.one('iris', ['#4a2b18', '#4f8fb4', '#5f8a48', '#7d8894', '#8a6a2a', '#2a1a18'])
}
