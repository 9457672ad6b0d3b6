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
  ...more,
})
const planOf = (more: Partial<MovePlan>): MovePlan => ({
  kind: 'sillytavern',
  characters: [],
  groups: [],
  chats: [],
  worlds: new Map(),
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
  readonly personas: { id: string; name: string }[] = []
  readonly settings: string[] = []
  readonly presets: { name: string; text: string }[] = []
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
        return {
          card: {
            name,
            age: this.ages[name] ?? null,
            avatar: null,
            import_id: `i-${name}`,
            definition: { extensions: { world: this.worlds[name] }, character_book: null },
          },
          duplicates: known ? [known] : [],
        }
      },
      importLorebook: async () => ({ character_book: { entries: [{}] }, entries: 1, name: '', warnings: [] }),
      saveCard: async (body: SaveBody) => {
        if (body.name === 'Bad') refuse('SafetyStop', 'Stopped.')
        this.saved.push(body)
        return { id: `c-${body.name}`, state: body.age === null ? 'draft' : 'published' }
      },
      saveGroup: async ({ members }: { members: string[] }) => {
        this.groups.push(members)
        return { id: 'g' }
      },
      importChat: async (chat: Blob, card: { id: string } | null) => {
        if (card?.id === 'elsewhere') throw new ApiError('NotFound', 0, '', null)
        this.chats.push({ card: card?.id ?? null, text: await chat.text() })
        return { chat: { id: 'chat' }, existing: false, warning_count: 2 }
      },
      uploadPicture: async () => ({ url: '/media/new/960.webp' }),
      listOwnCards: async () => [...this.existing.values()],
      listPersonas: async () => this.personas,
      savePersona: async ({ name }: { name: string }) => {
        this.personas.push({ id: `p-${name}`, name })
        return { saved: this.personas.at(-1), isCut: false }
      },
      listPresetNames: async () => this.presets.map(({ name }) => name),
      savePreset: async (preset: Blob, name: string) => {
        const text = await preset.text()
        if (text === 'no preset') refuse('InvalidInput', 'Not a preset.')
        this.presets.push({ name, text })
        return { ignored: 3 }
      },
      setPersona: async (chatId: string, personaId: string) => void this.settings.push(`${chatId} ${personaId}`),
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
    expect(server.presets).toEqual([{ name: 'Mine', text: '{}' }])
  })

  it('sends characters, groups and chats in the order in which they need each other', async () => {
    const server = new FakeServer()
    const plan = planOf({
      characters: [character('Wren'), character('Otto')],
      groups: [{ key: '/g', name: 'Two', members: ['/Wren', '/Otto'], fields: {} }],
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
      groups: [{ key: '/g', name: 'Two', members: ['/Kid', '/Wren'], fields: {} }],
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
      groups: [{ key: 'g1', name: 'Two', members: ['c1', 'ilse'], fields: {} }],
      chats: [
        { name: 'Own', file: file('a', head('c1')), withKey: null },
        { name: 'Public', file: file('b', head('ilse')), withKey: null },
        { name: 'Gone', file: file('c', head('elsewhere')), withKey: null },
      ],
      personas: [{ key: 'p1', name: 'Mara', description: '', isDefault: true }],
    })
    const results = await run(plan, server, { age: null })
    expect(results.every(({ outcome }) => outcome === 'came')).toBe(true)
    expect(server.saved).toEqual([
      { name: 'Wren', tagline: 't', age: 41, definition: {}, avatar: '/media/new/960.webp', visibility: 'private' },
    ])
    expect(server.groups).toEqual([['c-Wren', 'ilse']])
    expect(server.chats.map(({ card }) => card)).toEqual(['c-Wren', 'ilse', null])
    expect(server.settings).toEqual(['chat p-Mara', 'chat p-Mara', 'chat p-Mara'])
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
