import { createTestCard } from '@everkin/testing/card-builders.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImportedChat } from './import-chat.ts'
import type { OwnFields, TavernLine } from './tavern-format.ts'

const HEAD = { user_name: 'unused', character_name: 'unused', chat_metadata: {} }

/** What each kind of speaker has on a line of its own. `scene` is the narrator of a group. */
const SPEAKERS = {
  person: { name: 'Mara', isUser: true, narration: {} },
  ana: { name: 'Ana Vale', isUser: false, narration: {} },
  bela: { name: 'Bela Frost', isUser: false, narration: {} },
  scene: { name: 'System', isUser: false, narration: { type: 'narrator', everkin: { role: 'character' } } },
  system: { name: 'System', isUser: false, narration: { type: 'narrator' } },
} as const
type SpeakerName = keyof typeof SPEAKERS

interface Version {
  by: SpeakerName
  text: string
  minute: number
  ending: OwnFields
}

const dateOf = (minute: number) => new Date(Date.UTC(2024, 0, 1, 0, minute)).toISOString()

/** The line of a message as Everkin writes it. */
function lineOf({ versions, shown, hidden }: { versions: Version[]; shown: number; hidden: boolean }): TavernLine {
  const at = shown % versions.length
  const main = versions[at]!
  const { name, isUser } = SPEAKERS[main.by]
  const extraOf = ({ by, ending }: Version): TavernLine['extra'] => {
    const { narration, ...speaker } = SPEAKERS[by]
    const own: OwnFields = {
      ...('everkin' in narration && narration.everkin),
      ...(!('type' in narration) && speaker.name !== name && { speaker: speaker.name }),
      ...ending,
    }
    return {
      ...('type' in narration && { type: narration.type }),
      ...(Object.keys(own).length > 0 && { everkin: own }),
    }
  }
  return {
    name,
    is_user: isUser,
    is_system: hidden,
    send_date: dateOf(main.minute),
    mes: main.text,
    extra: extraOf(main),
    ...(versions.length > 1 && {
      swipe_id: at,
      swipes: versions.map(({ text }) => text),
      swipe_info: versions.map((version) => ({ send_date: dateOf(version.minute), extra: extraOf(version) })),
    }),
  }
}

const words = fc.array(fc.constantFrom('rain', 'harbour', 'tea', '海', '*smiles*', '\n', 'é'), { minLength: 1 })
const text = words.map((parts) => `- ${parts.join(' ')}`)
const minute = fc.nat(10_000)
const ending = fc.constantFrom<OwnFields[]>({}, {}, { status: 'stopped' }, { status: 'failed' }, { is_cut_off: true })
const versionBy = (by: fc.Arbitrary<SpeakerName>, end: fc.Arbitrary<OwnFields>) =>
  fc.record({ by, text, minute, ending: end })
const versionsBy = (...of: Parameters<typeof versionBy>) => fc.array(versionBy(...of), { minLength: 1, maxLength: 4 })
const message = fc.record({
  versions: fc.oneof(
    versionsBy(fc.constant('person'), fc.constant({})),
    versionsBy(fc.constant('system'), fc.constant({})),
    versionsBy(fc.constantFrom('ana', 'bela', 'scene'), ending),
  ),
  shown: fc.nat(3),
  hidden: fc.boolean(),
})

describe('SillyTavern’s lines', () => {
  let server: TestServer
  let person: TestPerson
  let groupId: string
  beforeAll(async () => {
    server = await startTestServer()
    person = await server.signIn()
    const { database } = server.context
    const memberIds = [
      await createTestCard(database, { name: SPEAKERS.ana.name }),
      await createTestCard(database, { name: SPEAKERS.bela.name }),
    ]
    groupId = await createTestCard(database, { type: 'multiple', name: 'The table', memberIds })
  })
  afterAll(() => server.end())

  const authorization = () => ({ 'user-token': person.token, authorization: `Bearer ${person.secret}` })
  async function importFile(file: string, fields: Record<string, string>): Promise<string> {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', new Blob([file]), 'chat')
    const headers = authorization()
    const reply = await fetch(`${server.origin}/api/chat/importChat`, { method: 'POST', headers, body: form })
    const { code, data } = (await reply.json()) as { code: number; data: ImportedChat } // the envelope
    expect(code).toBe(1)
    expect(data.warning_count).toBe(0)
    return data.chat.id
  }
  async function exported(chatId: string, format: string): Promise<string> {
    const query = `chat_id=${chatId}&format=${format}&scope=${format === 'json' ? 'branches' : 'path'}`
    return (await fetch(`${server.origin}/api/chat/exportChat?${query}`, { headers: authorization() })).text()
  }
  const rowsOf = (chatId: string) =>
    server.context.database.query(
      `select seq, parent_seq, role, speaker_id, text, status, cut_off, hidden, created_at from message
       where chat_id = $1 order by seq`,
      [chatId],
    )
  const fileOf = (lines: readonly object[]) => [HEAD, ...lines].map((line) => JSON.stringify(line)).join('\n')
  const linesIn = (file: string) =>
    file
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => JSON.parse(line) as unknown)

  it('of a group keep roles, speakers, variants with their dates, and how replies ended', {
    timeout: 60_000,
  }, async () => {
    const property = fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 6 }), async (messages) => {
      const lines = messages.map(lineOf)
      const first = await importFile(fileOf(lines), { group_id: groupId })
      const file = await exported(first, 'jsonl')
      expect(linesIn(file)).toEqual(lines)
      const rows = await rowsOf(first)
      expect(await rowsOf(await importFile(file, { group_id: groupId }))).toEqual(rows)
      expect(await rowsOf(await importFile(await exported(first, 'json'), { group_id: groupId }))).toEqual(rows)
    })
    await fc.assert(property, { numRuns: 8 })
  })

  it('of a group’s narrator come back as the narrator’s', async () => {
    const { data: chat } = await person.call('POST /api/chat/start', { body: { group_id: groupId, fresh: true } })
    const { database } = server.context
    await database.query(
      `insert into message (chat_id, seq, parent_seq, depth, jump_seq, jump_depth, rev, role, text, tokens, status,
         created_at)
       values ($1, 1000, 0, 1, 0, 0, 1000, 'character', 'The lamps are lit.', 5, 'complete', now())`,
      [chat.id],
    )
    await database.query('update chat set leaf_seq = 1000, next_seq = 1001 where id = $1', [chat.id])
    const again = await importFile(await exported(chat.id, 'jsonl'), { group_id: groupId })
    const { data: page } = await person.call('GET /api/chat/getMessages', { query: { chat_id: again } })
    expect(page.list.at(-1)).toMatchObject({ role: 'character', speaker: null, text: 'The lamps are lit.' })
  })

  it('of a group’s narrator are narration in a chat with one character', async () => {
    const scene = lineOf({
      versions: [{ by: 'scene', text: 'It rains.', minute: 1, ending: {} }],
      shown: 0,
      hidden: false,
    })
    const rows = await rowsOf(await importFile(fileOf([scene]), { card_id: 'ilse' }))
    expect(rows).toMatchObject([{ role: 'system', speaker_id: null, text: 'It rains.' }])
  })

  it.each([
    ['fields of other types', { status: 5, is_cut_off: 'yes', speaker: {}, role: [] }],
    ['an unknown status', { status: 'streaming forever' }],
    ['no object', 'everkin'],
  ])('with %s in their place are as they would be without', async (_what, everkin) => {
    const line = {
      ...lineOf({ versions: [{ by: 'ana', text: 'Hm.', minute: 1, ending: {} }], shown: 0, hidden: false }),
    }
    const swipe = { send_date: 'some day', extra: { everkin } }
    const file = fileOf([
      { ...line, extra: { everkin }, swipes: ['Hm.', 'Oh.', 'Ah.'], swipe_id: 0, swipe_info: [null, swipe] },
    ])
    const rows = await rowsOf(await importFile(file, { group_id: groupId }))
    expect(rows).toMatchObject(
      ['Hm.', 'Oh.', 'Ah.'].map((said) => ({
        role: 'character',
        text: said,
        status: 'complete',
        cut_off: null,
        created_at: new Date(dateOf(1)),
      })),
    )
  })
})
