import { asCaller } from '@everkin/testing/builders.ts'
import { createTestCard } from '@everkin/testing/card-builders.ts'
import { createTestClock } from '@everkin/testing/test-clock.ts'
import { openTestDatabase, testDatabaseKinds } from '@everkin/testing/test-database.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/database.ts'
import { readFromPrimary } from '../../platform/db/read-replica.ts'
import { createLog } from '../../platform/log.ts'
import { loadTexts } from '../../platform/texts.ts'
import { loadLibrary } from './library/library-files.ts'
import { seedLibrary } from './library/seed-library.ts'
import { createConceptFinder } from './nearest-concepts.ts'
import { characterHandlers } from './routes.ts'
import type { CharacterServices } from './services.ts'

const texts = loadTexts(createLog('silent'))

function open(db: Database, findNearestConcepts?: CharacterServices['findNearestConcepts']) {
  const settings = {
    audience: 'adults' as const,
    nsfwEnabled: true,
    nsfwAgeRule: 'declared' as const,
    countryHeader: null,
  }
  const services = {
    database: db,
    reads: readFromPrimary(db),
    clock: createTestClock(),
    settings,
    texts,
    onCardChange: () => undefined,
  }
  const calls = characterHandlers({ ...services, ...(findNearestConcepts && { findNearestConcepts }) })
  const find = async (q: string, limit = 6, filter: { tag?: string; gender?: 'female' | 'male' } = {}) =>
    (await calls.singleCardList({ query: { q, limit, ...filter }, body: undefined }, asCaller())).list.map(
      ({ id }) => id,
    )
  const findGroups = async (q: string) =>
    (await calls.multipleCardList({ query: { q, limit: 6 }, body: undefined }, asCaller())).list.map(({ id }) => id)
  return { find, findGroups }
}

/** What people type, and a character that must be among the first three. */
const QUERIES: [query: string, id: string][] = [
  // English: kinds, moods, overrides, typos
  ['ghost', 'odile'],
  ['a ghost', 'odile'],
  ['haunted theatre', 'odile'],
  ['detective', 'bram'],
  ['detectives', 'bram'],
  ['private investigator', 'bram'],
  ['help me study maths', 'june'],
  ['someone to help me study maths', 'june'],
  ['math homework', 'june'],
  ['sad', 'kenji'],
  ['I am sad', 'wren'],
  ['funny', 'dmitri'],
  ['something funny', 'dmitri'],
  ['make me laugh', 'dmitri'],
  ['german', 'mei'],
  ['someone to talk to at night', 'wren'],
  ['can’t sleep', 'wren'],
  ['lonely', 'wren'],
  ['boxer baker', 'lucien'],
  ['catt', 'pip'],
  ['cat', 'pip'],
  ['fery', 'ilse'],
  ['ferry', 'ilse'],
  ['portugese', 'mateus'],
  ['learn chinese', 'mei'],
  ['mandrin', 'mei'],
  ['robot', 'vesper'],
  ['android', 'vesper'],
  ['dragon', 'thistle'],
  ['dargon', 'thistle'],
  ['elf', 'sunniva'],
  ['fairy', 'oisin'],
  ['pirate', 'anneke'],
  ['pirates', 'anneke'],
  ['submarine', 'coral'],
  ['lighthouse', 'vesper'],
  ['surfing', 'sol'],
  ['astronaut', 'dmitri'],
  ['stand-up comedian', 'dmitri'],
  ['chess', 'greta'],
  ['polar explorer', 'greta'],
  ['stars', 'june'],
  ['poet', 'idris'],
  ['poetry', 'idris'],
  ['noodles', 'kenji'],
  ['samurai', 'kenji'],
  ['ramen', 'kenji'],
  ['bakery', 'lucien'],
  ['radio', 'wren'],
  ['dj', 'wren'],
  ['tango', 'rafael'],
  ['journalist', 'zahra'],
  ['newspaper reporter', 'zahra'],
  ['surgeon', 'amara'],
  ['doctor', 'amara'],
  ['botanist', 'tomas'],
  ['plants', 'tomas'],
  ['train station in the snow', 'yuki'],
  ['library', 'pip'],
  ['librarian dragon', 'thistle'],
  ['butler', 'brass'],
  ['innkeeper', 'oisin'],
  ['grandmother', 'beatriz'],
  ['ancient ruins', 'noor'],
  ['maps', 'noor'],
  ['vampire', 'odile'],
  ['romance at sea', 'ilse'],
  ['advice', 'kenji'],
  ['relax', 'sol'],
  ['anxious', 'sol'],
  ['bedtime story', 'ilse'],
  ['spaceship doctor', 'amara'],
  // German
  ['Gespenst', 'odile'],
  ['Detektiv', 'bram'],
  ['traurig', 'kenji'],
  ['lustig', 'dmitri'],
  ['Mathe lernen', 'june'],
  ['hilf mir bei Mathe', 'june'],
  ['Roboter', 'vesper'],
  ['Katze', 'pip'],
  ['Drache', 'thistle'],
  ['kann nicht schlafen', 'wren'],
  ['Piratin', 'anneke'],
  ['Leuchturm', 'vesper'],
  ['Schach', 'greta'],
  // French
  ['fantôme', 'odile'],
  ['détective', 'bram'],
  ['triste', 'kenji'],
  ['drôle', 'dmitri'],
  ['étudier les maths', 'june'],
  ['boulanger', 'lucien'],
  ['phare', 'vesper'],
  ['quelqu’un à qui parler la nuit', 'wren'],
  ['apprendre le chinois', 'mei'],
  // Spanish
  ['fantasma', 'odile'],
  ['algo gracioso', 'dmitri'],
  ['estoy triste', 'kenji'],
  ['dragón', 'thistle'],
  ['ayuda con matemáticas', 'june'],
  ['médica en el espacio', 'amara'],
  ['ajedrez', 'greta'],
  ['alguien con quien hablar de noche', 'wren'],
  // Portuguese
  ['gato', 'pip'],
  ['estudar matemática', 'june'],
  ['engraçado', 'dmitri'],
  ['insônia', 'wren'],
  ['padeiro', 'lucien'],
  ['aprender português', 'mateus'],
  ['robô', 'vesper'],
  // Japanese
  ['幽霊', 'odile'],
  ['探偵', 'bram'],
  ['猫', 'pip'],
  ['数学の勉強', 'june'],
  ['数学を教えてください', 'june'],
  ['眠れない夜', 'wren'],
  ['悲しい', 'kenji'],
  ['面白い人', 'dmitri'],
  ['ロボット', 'vesper'],
  ['ラーメン', 'kenji'],
  // Chinese
  ['鬼', 'odile'],
  ['侦探', 'bram'],
  ['帮我学数学', 'june'],
  ['睡不着', 'wren'],
  ['我很难过', 'kenji'],
  ['搞笑', 'dmitri'],
  ['机器人', 'vesper'],
  ['想找人聊天', 'wren'],
  ['学中文', 'mei'],
  // Arabic
  ['شبح', 'odile'],
  ['محقق', 'bram'],
  ['قطة', 'pip'],
  ['القط', 'pip'],
  ['أنا حزين', 'kenji'],
  ['مضحك', 'dmitri'],
  ['تنين', 'thistle'],
  ['ساعدني في الرياضيات', 'june'],
  ['شطرنج', 'greta'],
  ['روبوت', 'vesper'],
]

describe.each(testDatabaseKinds)('search on %s', (kind) => {
  let db: Database
  let drop: () => Promise<void>
  beforeAll(async () => {
    ;({ database: db, drop } = await openTestDatabase(kind))
    await seedLibrary(db, createTestClock())
  })
  afterAll(() => drop())

  it('has at least 120 queries in its table', () => expect(QUERIES.length).toBeGreaterThanOrEqual(120))

  it('finds who is meant, in eight languages', async () => {
    const { find } = open(db)
    const missed: string[] = []
    for (const [query, id] of QUERIES) {
      const found = await find(query)
      if (!found.slice(0, 3).includes(id)) missed.push(`${query}: ${id} is not among ${found.join(', ')}`)
    }
    expect(missed).toEqual([])
  })

  it.each([
    ['ghost', 'rain-on-quay-street'],
    ['pirates', 'crew-of-the-heron'],
    ['practise a language', 'language-table'],
    ['Backstube', 'midnight-bakery'],
    ['辩论', 'debate-supper'],
  ])('finds groups too: %s', async (query, id) => {
    expect((await open(db).findGroups(query)).slice(0, 2)).toContain(id)
  })

  it('puts an exact name first, whatever else its words mean', async () => {
    const { find } = open(db)
    const library = loadLibrary()
    const names = library.characters.flatMap(({ id, name }) => [
      [id, name] as const,
      ...(['ja', 'zh', 'ar', 'de'] as const).flatMap((locale) => {
        const local = library.localCharacter(id, locale)?.name_local
        return local ? [[id, local] as const] : []
      }),
    ])
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), fc.boolean(), async ([id, name], isUpper) => {
        expect((await find(isUpper ? name.toUpperCase() : ` ${name} `, 3))[0]).toBe(id)
      }),
      { numRuns: 60 },
    )
    const id = await createTestCard(db, { name: 'Ghost' })
    expect((await find('ghost'))[0]).toBe(id)
    expect(await find('ghost')).toContain('odile')
  })

  it('finds people’s cards by their notes and what these mean', async () => {
    const { find } = open(db)
    const id = await createTestCard(db, {
      name: 'Perrin',
      creatorNotes: 'A retired beekeeper who now repairs telescopes.',
    })
    expect(await find('beekeeper')).toContain(id)
    expect(await find('天文学者', 12)).toContain(id)
  })

  it.each([
    ['Fundbuch', 'yuki'],
    ['licitaciones', 'zahra'],
    ['photosynthèse', 'amara'],
    ['jornadas enigmas', 'sunniva'],
  ])('finds characters of the library by their notes in any language: %s', async (query, id) => {
    expect(await open(db).find(query)).toContain(id)
  })

  it('finds who has some of what is asked for when nobody has all of it', async () => {
    expect((await open(db).find('a detective who rides a unicorn')).slice(0, 3)).toContain('bram')
  })

  it('keeps the filters', async () => {
    const { find } = open(db)
    expect(await find('woman detective', 6)).toContain('beatriz')
    expect(await find('detective', 6, { gender: 'female' })).not.toContain('bram')
    expect(await find('Ilse Marlow', 6, { gender: 'male' })).toEqual([])
    expect(await find('unicorn detective', 6, { tag: 'food' })).toEqual(['beatriz'])
  })

  it.each(['zzzzqqqq', '%', '~ghost', '=', '🙂', '\u0000', 'zzzz '.repeat(19)])(
    'finds nobody for %j',
    async (query) => {
      expect(await open(db).find(query)).toEqual(query === '~ghost' ? await open(db).find('ghost') : [])
    },
  )

  it('asks an embedding model only when no word explains the query, and works without its answer', async () => {
    const embedded: string[][] = []
    const near = createConceptFinder({
      embed: async (words) => {
        embedded.push([...words])
        return words.map((word) => Float32Array.from(word.startsWith('chess') || word === 'zugzwang' ? [1, 0] : [0, 1]))
      },
    })
    const { find } = open(db, near)
    expect((await find('chess'))[0]).toBe('greta')
    expect(embedded).toEqual([])
    expect((await find('zugzwang'))[0]).toBe('greta')
    const asked = embedded.length
    await find('zugzwang')
    expect(embedded).toHaveLength(asked)

    const failing = createConceptFinder({ embed: () => Promise.reject(new Error('away')) })
    expect(await open(db, failing).find('zugzwang')).toEqual([])
  })
})
