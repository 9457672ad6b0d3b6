import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import type { SaveBody } from '../save-imported.ts'
import type { MoveCalls, OwnCard } from './move-calls.ts'
import type { MovePlan, PlannedCharacter } from './move-plan.ts'
import { countOutcome, resultsToLookAt, writeReport } from './move-report.ts'
import type { MoveProgress } from './move-results.ts'
import { callWithRetry } from './paced-call.ts'
import { runMove } from './run-move.ts'
import { SourceError, type SourceFile } from './source-files.ts'

const file = (path: string, content = ''): SourceFile => ({
  path,
  size: content.length,
  read: async () => new Blob([content]),
})
const character = (name: string, more: Partial<PlannedCharacter> = {}): PlannedCharacter => ({
  key: `/${name}`,
  name,
  file: file(`characters/${name}.png`),
  fields: null,
  picture: null,
  cover: null,
  ...more,
})
const planOf = (more: Partial<MovePlan>): MovePlan => ({
  kind: 'sillytavern',
  characters: [],
  groups: [],
  chats: [],
  worlds: new Map(),
  books: [],
  presets: [],
  personas: [],
  leftBehind: {},
  lonelyChats: [],
  ...more,
})

/** A server that keeps what it is sent; `ages` and `worlds` say what card files hold. */
class FakeServer {
  readonly saved: SaveBody[] = []
  readonly chats: { card: string | null; text: string }[] = []
  readonly groups: string[][] = []
  readonly personas: { id: string; name: string; books?: string[] }[] = []
  readonly settings: object[] = []
  readonly presets: { id: string; name: string; text: string }[] = []
  readonly books: { id: string; name: string }[] = []
  readonly existing = new Map<string, OwnCard>()

  readonly ages: Record<string, number>
  readonly worlds: Record<string, string>

  constructor(ages: Record<string, number> = {}, worlds: Record<string, string> = {}) {
    this.ages = ages
    this.worlds = worlds
  }

  get calls(): MoveCalls {
    const refuse = (name: 'InvalidInput' | 'SafetyStop', words: string) => {
      throw new ApiError(name, 0, words, null)
    }
    // Only the fields that a move reads.
    return {
      importCard: async (_file: Blob, fileName: string) => {
        const name = fileName.replace(/\.\w+$/, '')
        if (name === 'Broken') refuse('InvalidInput', 'not a card')
        const known = this.existing.get(name)
        const same = [...this.existing.values()].filter(({ id }) => id.startsWith(`of ${name} `))
        return {
          card: {
            name,
            age: this.ages[name] ?? null,
            avatar: `/media/${name}/960.webp`,
            import_id: `i-${name}`,
            definition: { extensions: { world: this.worlds[name] }, character_book: null },
          },
          duplicates: known ? [known] : same,
        }
      },
      importLorebook: async () => ({ character_book: { entries: [{}] }, entries: 1, name: '', warnings: [] }),
      saveCard: async (body: SaveBody) => {
        if (body.name === 'Bad') refuse('SafetyStop', 'Stopped.')
        this.saved.push(body)
        return { id: `c-${body.name}`, state: body.age === null ? 'draft' : 'published' }
      },
      saveGroup: async ({ members, cover }: { members: string[]; cover: string | null }) => {
        this.groups.push([...members, ...(cover === null ? [] : [cover])])
        return { id: 'g' }
      },
      importChat: async (chat: Blob, card: { id: string } | null) => {
        if (card?.id === 'elsewhere') throw new ApiError('NotFound', 0, '', null)
        this.chats.push({ card: card?.id ?? null, text: await chat.text() })
        return { chat: { id: 'chat' }, existing: false, warning_count: 2 }
      },
      uploadPicture: async (picture: Blob) => ({ url: `/media/${(await picture.text()) || 'new'}/960.webp` }),
      listOwnCards: async () => [...this.existing.values()],
      listPersonas: async () => this.personas,
      savePersona: async ({ name }: { name: string }, books: string[]) => {
        const twin = this.personas.some((one) => one.name === name) ? '-2' : ''
        this.personas.push({ id: `p-${name}${twin}`, name, ...(books.length > 0 && { books }) })
        return { saved: this.personas.at(-1), isCut: false }
      },
      listLorebooks: async () => this.books,
      saveLorebook: async ({ name }: { name: string }) => {
        this.books.push({ id: `b-${name}`, name })
        return { id: `b-${name}` }
      },
      listPresets: async () => this.presets,
      readPreset: async (preset: Blob, name: string) => {
        const text = await preset.text()
        if (text === 'no preset') refuse('InvalidInput', 'Not a preset.')
        this.presets.push({ id: name, name, text })
        return { id: name, ignored: 3 }
      },
      savePreset: async (name: string, fields: object) => {
        this.presets.push({ id: `s-${name}`, name, text: JSON.stringify(fields) })
        return { id: `s-${name}` }
      },
      saveSettings: async (chatId: string, settings: object) => void this.settings.push({ chatId, ...settings }),
    } as unknown as MoveCalls
  }
}

const run = (plan: MovePlan, server: FakeServer, more: { age?: number | null; signal?: AbortSignal } = {}) =>
  runMove(plan, {
    choices: { age: more.age === undefined ? 30 : more.age, visibility: 'private' },
    calls: server.calls,
    signal: more.signal ?? new AbortController().signal,
    onProgress: () => {},
  })
const outcomes = async (results: ReturnType<typeof run>) =>
  (await results).map(({ kind, name, outcome, reason }) => [kind, name, outcome, reason])

describe('moving in from SillyTavern', () => {
  it('brings presets in once, and says how much of them has no use here', async () => {
    const server = new FakeServer()
    const presets = [
      { name: 'Mine', file: file('Mine.json', '{}') },
      { name: 'Broken', file: file('Broken.json', 'no preset') },
    ]
    const results = await run(planOf({ presets }), server)
    expect(results.map(({ name, outcome, warnings }) => [name, outcome, warnings])).toEqual([
      ['Mine', 'came', 3],
      ['Broken', 'failed', 0],
    ])
    expect(await outcomes(run(planOf({ presets }), server))).toMatchObject([
      ['preset', 'Mine', 'existing', null],
      ['preset', 'Broken', 'failed', null],
    ])
    expect(server.presets).toEqual([{ id: 'Mine', name: 'Mine', text: '{}' }])
  })

  it('sends characters, groups and chats in the order in which they need each other', async () => {
    const server = new FakeServer()
    const plan = planOf({
      characters: [character('Wren'), character('Otto')],
      groups: [{ key: '/g', name: 'Two', members: ['/Wren', '/Otto'], fields: {}, cover: null }],
      chats: [
        { name: 'First', file: file('a', 'one'), withKey: '/Wren' },
        { name: 'Both', file: file('b', 'two'), withKey: '/g' },
      ],
      personas: [{ key: 'me', name: 'Mara', description: '', isDefault: true }],
    })
    expect(await outcomes(run(plan, server))).toEqual([
      ['persona', 'Mara', 'came', null],
      ['character', 'Wren', 'came', null],
      ['character', 'Otto', 'came', null],
      ['group', 'Two', 'came', null],
      ['chat', 'First', 'came', null],
      ['chat', 'Both', 'came', null],
    ])
    expect(server.groups).toEqual([['c-Wren', 'c-Otto']])
    expect(server.chats).toEqual([
      { card: 'c-Wren', text: 'one' },
      { card: 'g', text: 'two' },
    ])
    expect(server.saved.map(({ age, visibility, import_id }) => [age, visibility, import_id])).toEqual([
      [30, 'private', 'i-Wren'],
      [30, 'private', 'i-Otto'],
    ])
  })

  it('B5: a stated age under 18 is never replaced; its character stays a draft, and its chats stay out', async () => {
    const server = new FakeServer({ Kid: 12, Wren: 41 })
    const plan = planOf({
      characters: [character('Kid'), character('Wren'), character('Otto')],
      groups: [{ key: '/g', name: 'Two', members: ['/Kid', '/Wren'], fields: {}, cover: null }],
      chats: [{ name: 'First', file: file('a'), withKey: '/Kid' }],
    })
    expect(await outcomes(run(plan, server))).toEqual([
      ['character', 'Kid', 'draft', null],
      ['character', 'Wren', 'came', null],
      ['character', 'Otto', 'came', null],
      ['group', 'Two', 'skipped', 'groupSize'],
      ['chat', 'First', 'skipped', 'draft'],
    ])
    expect(server.saved.map(({ age }) => age)).toEqual([null, 41, 30])
    const drafts = await run(planOf({ characters: [character('Otto')] }), server, { age: null })
    expect(drafts).toMatchObject([{ outcome: 'draft' }])
  })

  it('one failure stops nothing else, and is explained', async () => {
    const server = new FakeServer()
    const huge: SourceFile = { ...file('big'), read: () => Promise.reject(new SourceError('too_large')) }
    const plan = planOf({
      characters: [character('Broken'), character('Bad'), character('Wren'), character('Big', { file: huge })],
      chats: [
        { name: 'Lost', file: file('a'), withKey: '/Bad' },
        { name: 'Fine', file: file('b'), withKey: '/Wren' },
      ],
    })
    const results = await run(plan, server)
    expect(results.map(({ name, outcome, reason, words }) => [name, outcome, reason, words])).toEqual([
      ['Broken', 'failed', null, 'not a card'],
      ['Bad', 'failed', null, 'Stopped.'],
      ['Wren', 'came', null, null],
      ['Big', 'failed', 'too_large', null],
      ['Lost', 'skipped', 'noPartner', null],
      ['Fine', 'came', null, null],
    ])
    expect([countOutcome(results, 'failed'), resultsToLookAt(results).length]).toEqual([3, 5])
    // Texts are their keys here.
    const report = writeReport({ ...plan, lonelyChats: ['Nobody/x'] }, results, ((key: string) => key) as never)
    for (const name of ['Broken', 'Stopped.', 'Fine', 'Nobody/x']) expect(report).toContain(name)
  })

  it('what is here already is not sent again', async () => {
    const server = new FakeServer()
    server.existing.set('Wren', { id: 'old', name: 'Wren', tagline: '', state: 'published', member_ids: [] })
    server.personas.push({ id: 'p', name: 'Mara' })
    const plan = planOf({
      characters: [character('Wren')],
      chats: [{ name: 'First', file: file('a'), withKey: '/Wren' }],
      personas: [{ key: 'me', name: 'Mara', description: '', isDefault: false }],
    })
    expect((await outcomes(run(plan, server))).map(([, , outcome]) => outcome)).toEqual([
      'existing',
      'existing',
      'came',
    ])
    expect([server.saved, server.chats[0]?.card]).toEqual([[], 'old'])
  })

  it('a lorebook goes to the characters that link to it; others are named', async () => {
    const server = new FakeServer({}, { Wren: 'Harbour' })
    const worlds = new Map([
      ['Harbour', file('w')],
      ['Alone', file('x')],
    ])
    const results = await run(planOf({ characters: [character('Wren')], worlds }), server)
    expect(results.slice(1).map(({ name, outcome, reason }) => [name, outcome, reason])).toEqual([
      ['Harbour', 'came', null],
      ['Alone', 'skipped', 'unlinked'],
    ])
    expect(server.saved[0]?.definition?.character_book).toEqual({ entries: [{}] })
  })

  it('stops at once, and keeps what came in', async () => {
    const controller = new AbortController()
    const server = new FakeServer()
    const plan = planOf({ characters: [character('Wren'), character('Otto')] })
    const seen: MoveProgress[] = []
    const results = await runMove(plan, {
      choices: { age: 30, visibility: 'private' },
      calls: server.calls,
      signal: controller.signal,
      onProgress: (progress) => {
        seen.push(progress)
        if (progress.current === 'Otto') controller.abort()
      },
    })
    expect(results.map(({ name }) => name)).toContain('Wren')
    expect(seen[0]).toMatchObject({ done: 0, total: 2, current: 'Wren' })
  })
})

describe('moving in from another Everkin', () => {
  it('writes only what a person may write, and connects chats with characters and personas', async () => {
    const server = new FakeServer()
    const fields = { id: 'c1', name: 'Wren', tagline: 't', age: 41, state: 'published', creator: 'x', definition: {} }
    const head = (card: string) =>
      `{\n "id": "x",\n "card": {\n  "id": "${card}"\n },\n "persona_id": "p1",\n "messages": []}`
    const plan = planOf({
      kind: 'everkin',
      characters: [character('Wren', { key: 'c1', file: null, fields, picture: file('pictures/x') })],
      groups: [{ key: 'g1', name: 'Two', members: ['c1', 'ilse'], fields: {}, cover: file('pictures/y', 'of-group') }],
      chats: [
        { name: 'Own', file: file('a', head('c1')), withKey: null },
        { name: 'Public', file: file('b', head('ilse')), withKey: null },
        { name: 'Gone', file: file('c', head('elsewhere')), withKey: null },
      ],
      personas: [{ key: 'p1', name: 'Mara', description: '', isDefault: true }],
    })
    const results = await run(plan, server, { age: null })
    expect(results.every(({ outcome }) => outcome === 'came')).toBe(true)
    const key = expect.any(String)
    expect(server.saved).toEqual([
      {
        name: 'Wren',
        tagline: 't',
        age: 41,
        definition: {},
        avatar: '/media/new/960.webp',
        visibility: 'private',
        idempotency_key: key,
      },
    ])
    expect(server.groups).toEqual([['c-Wren', 'ilse', '/media/of-group/960.webp']])
    expect(server.chats.map(({ card }) => card)).toEqual(['c-Wren', 'ilse', null])
    expect(server.settings).toEqual(Array(3).fill({ chatId: 'chat', persona_id: 'p-Mara' }))
  })

  it('brings in lorebooks and presets, and connects personas and chats with them', async () => {
    const server = new FakeServer()
    const head = (preset: string) =>
      `{\n "id": "chat1",\n "card": {\n  "id": "ilse"\n },\n "persona_id": null,\n "preset_id": "${preset}"}`
    const book = { key: 'b1', content: { entries: [] }, isForAllChats: false }
    const plan = planOf({
      kind: 'everkin',
      books: [
        { ...book, name: 'Harbour', usedBy: ['p1', 'chat1'] },
        { ...book, key: 'b2', name: 'Alone', usedBy: [] },
      ],
      personas: [{ key: 'p1', name: 'Mara', description: '', isDefault: true }],
      presets: [{ key: 's1', name: 'Mine', fields: { stop: [] } }],
      chats: [
        { name: 'One', file: file('a', head('s1')), withKey: null },
        { name: 'Two', file: file('b', head('wild')), withKey: null },
      ],
    })
    expect((await run(plan, server)).every(({ outcome }) => outcome === 'came')).toBe(true)
    expect(server.books).toHaveLength(2)
    expect(server.personas).toEqual([{ id: 'p-Mara', name: 'Mara', books: ['b-Harbour'] }])
    expect(server.presets).toEqual([{ id: 's-Mine', name: 'Mine', text: '{"stop":[]}' }])
    expect(server.settings).toEqual([
      { chatId: 'chat', preset_id: 's-Mine', lorebook_ids: ['b-Harbour'] },
      { chatId: 'chat', preset_id: 'wild', lorebook_ids: ['b-Harbour'] },
    ])
    const again = await run({ ...plan, chats: [] }, server)
    expect(again.every(({ outcome }) => outcome === 'existing')).toBe(true)
  })

  it('a copy of a character with the same file comes in as another character, once', async () => {
    const server = new FakeServer()
    const copies = ['Wren', 'Wren (2)'].map((name) => {
      const fields = { name, tagline: '', age: 41, avatar: '/media/x/960.webp', avatar_from_file: name === 'Wren' }
      const picture = file('pictures/x', 'redrawn')
      return character(name, { key: name, file: file('brought characters/f.png'), fields, picture })
    })
    const plan = planOf({ kind: 'everkin', characters: copies })
    expect((await outcomes(run(plan, server))).map(([, , outcome]) => outcome)).toEqual(['came', 'came'])
    expect(server.saved.map(({ name, avatar }) => [name, avatar])).toEqual([
      ['Wren', '/media/f/960.webp'],
      ['Wren (2)', '/media/redrawn/960.webp'],
    ])
    for (const { name } of copies)
      server.existing.set(`of f ${name}`, {
        id: `of f ${name}`,
        name,
        tagline: '',
        state: 'published',
        member_ids: [],
      })
    const again = planOf({
      ...plan,
      chats: copies.map(({ key }) => ({ name: key, file: file(key, key), withKey: key })),
    })
    expect((await outcomes(run(again, server))).slice(0, 2).map(([, , outcome]) => outcome)).toEqual([
      'existing',
      'existing',
    ])
    expect(server.chats.map(({ card }) => card)).toEqual(['of f Wren', 'of f Wren (2)'])
    // Of two, only the copy came in: it is not taken for the other.
    server.existing.delete('of f Wren')
    expect((await outcomes(run(plan, server))).map(([, , outcome]) => outcome)).toEqual(['came', 'existing'])
  })

  it('two characters, groups or personas of one name stay two', async () => {
    const server = new FakeServer()
    const twins = ['c1', 'c2'].map((key) =>
      character('Wren', { key, file: null, fields: { name: 'Wren', tagline: '', age: 41 } }),
    )
    const plan = planOf({
      kind: 'everkin',
      characters: twins,
      personas: ['p1', 'p2'].map((key) => ({ key, name: 'Mara', description: key, isDefault: false })),
    })
    for (const id of ['a', 'b'])
      server.existing.set(id, { id, name: 'Wren', tagline: '', state: 'published', member_ids: [] })
    const chats = ['c1', 'c2'].map((key) => ({ name: key, file: file(key, key), withKey: key }))
    const results = await outcomes(run({ ...plan, chats }, server))
    expect(results.map(([kind, , outcome]) => [kind, outcome])).toEqual([
      ['persona', 'came'],
      ['persona', 'came'],
      ['character', 'existing'],
      ['character', 'existing'],
      ['chat', 'came'],
      ['chat', 'came'],
    ])
    expect(server.personas.map(({ id }) => id)).toEqual(['p-Mara', 'p-Mara-2'])
    expect(server.chats.map(({ card }) => card)).toEqual(['a', 'b'])
  })

  it('a group is not taken for a larger one of its name', async () => {
    const server = new FakeServer()
    server.existing.set('big', { id: 'big', name: 'Two', tagline: '', state: 'published', member_ids: ['a', 'b', 'c'] })
    const plan = planOf({
      kind: 'everkin',
      groups: [{ key: 'g', name: 'Two', members: ['a', 'b'], fields: {}, cover: null }],
    })
    expect(await outcomes(run(plan, server))).toEqual([['group', 'Two', 'came', null]])
  })
})

describe('a call with retries', () => {
  const signal = new AbortController().signal

  it('waits as long as the server asks, however often', async () => {
    const waits: number[] = []
    let tries = 0
    const result = await callWithRetry(
      async () => {
        tries += 1
        if (tries < 100) throw new ApiError('TooManyRequests', 1005, '', { retry_after: 7 })
        return 'there'
      },
      { signal, sleep: async (ms) => void waits.push(ms) },
    )
    expect([result, waits.length, new Set(waits)]).toEqual(['there', 99, new Set([7000])])
  })

  it('gives up on a server that stays away, and at once on a refusal', async () => {
    for (const [name, expected] of [
      ['Network', 31],
      ['SafetyStop', 1],
    ] as const) {
      let tries = 0
      const call = async () => {
        tries += 1
        throw new ApiError(name, 0, '', null)
      }
      await expect(callWithRetry(call, { signal, sleep: async () => {} })).rejects.toMatchObject({ name })
      expect(tries).toBe(expected)
    }
  })

  it('ends with the abort while it waits', async () => {
    const controller = new AbortController()
    const call = async () => {
      queueMicrotask(() => controller.abort(new Error('stopped')))
      throw new ApiError('TooManyRequests', 1005, '', { retry_after: 3600 })
    }
    await expect(callWithRetry(call, { signal: controller.signal })).rejects.toThrow('stopped')
  })
})
