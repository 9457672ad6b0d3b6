import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paintPortrait } from './paint-portrait.ts'
import { readSpec } from './read-spec.ts'
import type { PersonSpec, PortraitSpec } from './spec.ts'
import { specFromWords } from './spec-from-words.ts'
import { IRISES } from './words/word-table.ts'

const person = (spec: PortraitSpec): PersonSpec => {
  if (spec.kind !== 'person') throw new Error('no person')
  return spec
}

/** One baker and one reader, told in every language of the product. */
const TOLD = {
  en: [
    'A 58-year-old baker, silver hair, a beard, blue eyes and a warm smile, in a bakery by candle',
    'A young woman with curly red hair, freckles, green eyes and glasses in a library',
  ],
  ar: [
    'خبّاز عمره ٥٨ سنة بلحية وشعر رمادي وعينين زرقاوين، مبتسم، في المخبز على ضوء شمعة',
    'امرأة شابّة بشعر أحمر مجعّد ونمش وعيون خضراء ونظارة في المكتبة',
  ],
  de: [
    'Ein 58-jähriger Bäcker mit grauen Haaren und Bart, blauen Augen, herzlich lächelnd, Backstube, Kerzenlicht',
    'Junge rothaarige Frau mit Locken, Sommersprossen, grünen Augen und Brille in der Bibliothek',
  ],
  es: [
    'Un panadero de 58 años, canoso, con barba y ojos azules, sonriente, en la panadería con una vela',
    'Mujer joven pelirroja, rizos, pecas, ojos verdes y gafas, en la biblioteca',
  ],
  fr: [
    'Un boulanger de 58 ans, cheveux gris, barbe, yeux bleus, souriant, dans la boulangerie, à la bougie',
    'Jeune femme rousse, cheveux bouclés, taches de rousseur, yeux verts, lunettes, bibliothèque',
  ],
  ja: [
    '58歳のパン職人の男性、銀髪、ひげ、青い目、優しい笑顔、パン屋、ろうそく',
    '赤毛で巻き毛の若い女性、そばかす、緑の目、眼鏡、図書館',
  ],
  pt: [
    'Um padeiro de 58 anos, grisalho, com barba e olhos azuis, sorridente, na padaria, à luz de vela',
    'Jovem mulher ruiva, cachos, sardas, olhos verdes, óculos, na biblioteca',
  ],
  zh: [
    '一位58岁的面包师，银发，大胡子，蓝眼睛，和蔼微笑，面包房，烛光',
    '年轻女人，红发，卷发，雀斑，绿眼睛，眼镜，图书馆',
  ],
} as const

describe('what a description says', () => {
  it.each(Object.entries(TOLD))('is read in %s', (_, [baker, reader]) => {
    expect(specFromWords(baker, 'one')).toMatchObject({
      age: 58,
      presents: 'man',
      facial: 'beard',
      hairColour: 'silver',
      iris: IRISES.blue,
      mouth: 'smile',
      scene: 'bakery',
      light: 'oven',
      clothes: 'apron',
    })
    expect(specFromWords(reader, 'two')).toMatchObject({
      age: 25,
      presents: 'woman',
      hair: 'bigCurls',
      hairColour: 'copper',
      iris: IRISES.green,
      freckles: true,
      glasses: 'round',
      scene: 'library',
    })
  })

  it.each([
    ['a black cat', 'a robot'],
    ['قطة سوداء', 'روبوت'],
    ['eine schwarze Katze', 'ein Roboter'],
    ['una gata negra', 'un robot'],
    ['un chat noir', 'un robot'],
    ['黒い猫', 'ロボット'],
    ['um gato preto', 'um robô'],
    ['一只黑猫', '机器人'],
  ])('leads to a figure that is no person: %s, %s', (cat, robot) => {
    expect(specFromWords(cat, 'one')).toMatchObject({ kind: 'figure', figure: 'cat', coat: 0 })
    expect(specFromWords(robot, 'one')).toMatchObject({ kind: 'figure', figure: 'enamel' })
  })

  it.each([
    ['a girl, 8 years old', 'a boy of 13', 'teenager, age 17'],
    ['فتاة عمرها ٨ سنوات', 'ولد عمره 13 سنة', 'مراهق عمره ١٧ عاما'],
    ['ein Mädchen, 8 Jahre alt', 'ein 13-jähriger Junge', 'Teenager, 17 Jahre'],
    ['una niña de 8 años', 'un chico de 13 años', 'adolescente de 17 años'],
    ['une fille de 8 ans', 'un garçon de 13 ans', 'adolescente, 17 ans'],
    ['8歳の女の子', '13歳の少年', '17歳の高校生'],
    ['uma menina de 8 anos', 'um menino de 13 anos', 'adolescente de 17 anos'],
    ['8岁的女孩', '13岁的男孩', '17岁的少年'],
  ])('never makes anybody younger than 21: %s', (...texts) => {
    for (const text of texts) {
      for (const seed of ['a', 'b', 'c', 'd'])
        expect(person(specFromWords(text, seed)).age, text).toBeGreaterThanOrEqual(21)
    }
  })

  it('changes one part and nothing else with one more word', () => {
    const without = specFromWords('a man in a library', 'seed')
    const told = specFromWords('a man with a moustache in a library', 'seed')
    expect(told).toEqual({ ...without, facial: 'moustache' })
  })

  it('draws a beret and a beanie over hair that fits under them, unless curls are asked for', () => {
    for (const hat of ['beret', 'beanie'] as const) {
      for (let seed = 0; seed < 40; seed += 1) {
        const worn = person(specFromWords(`a woman with a ${hat}`, `${seed}`))
        expect(worn.hat).toBe(hat)
        expect(worn.hair).not.toBe('bigCurls')
      }
      expect(person(specFromWords(`curly hair and a ${hat}`, 's'))).toMatchObject({ hat, hair: 'bigCurls' })
    }
  })

  it('does not take a word of one language for one of another', () => {
    expect(specFromWords('four friends having a chat', 's')).toEqual(specFromWords('', 's'))
    expect(specFromWords('ein Chat über Bücher', 's')).toEqual(specFromWords('', 's'))
  })

  it('takes what is named first, and the longer of two words that begin together', () => {
    expect(person(specFromWords('green eyes, then blue eyes', 's')).iris).toBe(IRISES.green)
    expect(person(specFromWords('白髪交じりの男性', 's')).hairColour).toBe('pepper')
  })

  it('gives from any text and seed a spec of known names and numbers, of an adult, always the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.string({ maxLength: 20 }), (text, seed) => {
        const spec = specFromWords(text, seed)
        const stored = JSON.parse(JSON.stringify(spec))
        expect(JSON.parse(JSON.stringify(readSpec(stored)))).toEqual(stored)
        expect(specFromWords(text, seed)).toEqual(spec)
        if (spec.kind === 'person') expect(spec.age).toBeGreaterThanOrEqual(21)
      }),
      { numRuns: 300 },
    )
  })

  it('keeps everything of the text out of the drawing', () => {
    const text = '"><script>alert(1)</script> zebrafish & <image href="x"/> blonde woman'
    expect(paintPortrait(specFromWords(text, text))).not.toMatch(/script|zebrafish|alert|href|&/)
  })
})

describe('a stored spec', () => {
  it.each([
    [null],
    ['amara'],
    [{ kind: 'known', id: 'nobody' }],
    [{ kind: 'figure', figure: 'cat', coat: 99, scene: 'sea', light: 'lamp', tilt: 0 }],
    [{ ...person(specFromWords('', 's')), age: 12 }],
    [{ ...person(specFromWords('', 's')), iris: '"/><script>' }],
    [{ ...person(specFromWords('', 's')), hair: 'toString' }],
  ])('is refused where it names what there is not (%#)', (stored) => {
    expect(readSpec(stored)).toBeNull()
  })

  it('loses what the painter does not know', () => {
    const spec = person(specFromWords('', 's'))
    expect(readSpec({ ...spec, earring: 'url(#x)', extra: '<path/>' })).toEqual({
      ...readSpec({ ...spec, earring: undefined }),
    })
  })
})
