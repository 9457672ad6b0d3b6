import { sendFile } from '@everkin/testing/filled-account.ts'
import { FAULTS, MARKER, type ModeratedServer, say, startModeratedServer } from '@everkin/testing/moderated-server.ts'
import type { ModerationServer } from '@everkin/testing/servers/moderation-server.ts'
import { credentialsOf, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let stage: ModeratedServer
let server: TestServer
let moderation: ModerationServer
let person: TestPerson

beforeAll(async () => {
  stage = await startModeratedServer()
  ;({ server, moderation } = stage)
})
afterAll(() => stage.end())
beforeEach(async () => {
  stage.replyWith({ parts: ['Hello.'] })
  await stage.recover()
  person = await server.signIn()
})

describe('what a model thinks', () => {
  const think = async (parts: string[]) => {
    stage.replyWith({ parts, delayMs: 40 })
    const [socket, chat] = [await person.connect(), await person.startChat()]
    await say(socket, chat, 'Good evening.')
    const { message } = await socket.next('message.completed')
    socket.close()
    return message
  }
  const said = ['Good ', 'evening.']

  it('is hidden once it is flagged, and the reply goes on', async () => {
    const clear = await think(['<think>All is well. ', 'They greet.</think>', ...said])
    expect(clear).toMatchObject({ reasoning: 'All is well. They greet.', text: 'Good evening.' })
    const flagged = await think([`<think>All is well. Then ${MARKER}. `, 'More.</think>', ...said])
    expect(flagged).toMatchObject({ reasoning: null, text: 'Good evening.', status: 'complete' })
    expect((await stage.verdicts('model_reply'))[0]).toMatchObject({
      verdict: 'blocked',
      model: 'omni-moderation-latest',
    })
  })

  it.each(FAULTS)('M3: follows the strict rules while the endpoint answers %j', async (fault) => {
    moderation.behave(fault)
    expect(await think(['<think>All is well.</think>', ...said])).toMatchObject({ reasoning: 'All is well.' })
    const doubtful = await think(['<think>In [[study-cue]] the children ask about the [[body-cue]].</think>', ...said])
    expect(doubtful).toMatchObject({ reasoning: null, text: 'Good evening.' })
  })
})

describe('texts that are kept', () => {
  const DOUBTFUL = '[[study-cue]], children, [[body-cue]]'
  const nickname = (name: string) =>
    person.call('POST /api/user/profile', { body: { nickname: name, gender: null, age_scope: 3 } })
  const persona = (description: string) =>
    person.call('POST /api/user/savePersona', { body: { name: 'Robin', description } })
  const lorebook = (content: string) =>
    person.call('POST /api/lorebook/save', {
      body: { name: 'Book', content: { entries: [{ keys: ['lamp'], content }] } },
    })
  const title = async (name: string) =>
    person.call('POST /api/chat/rename', { body: { chat_id: await person.startChat(), title: name } })
  const places = { nickname, persona, lorebook, title }

  it.each(Object.entries(places))('%s: refuses what is flagged', async (_place, save) => {
    expect((await save(`a ${MARKER} text`)).code).toBe(1011)
    expect((await save('a lamp at night')).code).toBe(1)
  })

  it.each(Object.entries(places))(
    'M3, %s: is saved under the local rules while the endpoint is down',
    async (_place, save) => {
      for (const [place, fault] of FAULTS.entries()) {
        moderation.behave(fault)
        expect([fault, (await save(`another lamp ${place}`)).code]).toEqual([fault, 1])
      }
      expect((await save(DOUBTFUL)).code).toBe(1011)
    },
  )

  it('does not ask about a nickname that stays', async () => {
    await nickname('Mara of the lamps')
    const before = moderation.requests.length
    expect((await nickname('Mara of the lamps')).code).toBe(1)
    expect(moderation.requests.length).toBe(before)
  })
})

describe('imported chats', () => {
  const LINES = ['Good evening.', 'The lamp is lit.', 'Tell me more.']
  async function bring(lines: string[]) {
    const file = [
      { user_name: 'Mara', character_name: 'Kenji', chat_metadata: {} },
      ...lines.map((mes, at) => ({
        name: at % 2 ? 'Mara' : 'Kenji',
        is_user: at % 2 === 1,
        mes,
        send_date: '2026-11-20T10:00:00Z',
      })),
    ]
    const form = new FormData()
    form.append('card_id', 'kenji')
    form.append('file', new Blob([file.map((line) => JSON.stringify(line)).join('\n')]), 'chat.jsonl')
    const headers = credentialsOf(person)
    const answer = await fetch(`${server.origin}/api/chat/importChat`, { method: 'POST', headers, body: form })
    return (await answer.json()) as { code: number; data: { messages: number; warnings: { kind: string }[] } } // the envelope
  }

  it('are refused where the safety of minors is concerned; anything else that is flagged is left out', async () => {
    expect(await bring(LINES)).toMatchObject({ code: 1, data: { messages: 3, warnings: [] } })
    expect((await bring([...LINES, `And ${MARKER}.`])).code).toBe(1011)
    moderation.flag('[[deadly]]', 'illicit/violent')
    expect(await bring([...LINES, 'A [[deadly]] word.'])).toMatchObject({
      code: 1,
      data: { messages: 3, warnings: [{ kind: 'blocked' }] },
    })
  })

  it.each(FAULTS)('M2: are refused, to be tried again later, while the endpoint answers %j', async (fault) => {
    moderation.behave(fault)
    expect((await bring(LINES)).code).toBe(9002)
  })
})

describe('groups and imported characters', () => {
  it('M2: a character from a file waits in review, also a private one, and is refused if flagged', async () => {
    const bring = async (description: string) => {
      const data = { name: 'Wren', description, first_mes: 'You’re early.', extensions: {} }
      const file = { name: 'wren.json', bytes: JSON.stringify({ spec: 'chara_card_v2', spec_version: '2.0', data }) }
      const answer = await sendFile(server, credentialsOf(person), '/api/chat.Single/importCard', {}, file)
      const { data: read } = (await answer.json()) as { data: { card: { import_id: string } } } // the envelope
      const body = { name: 'Wren', age: 41, visibility: 'private' as const, import_id: read.card.import_id }
      const definition = { description, first_mes: 'You’re early.' }
      return person.call('POST /api/chat.Single/saveCard', { body: { ...body, definition } })
    }
    expect((await bring(`Keeps ${MARKER} clocks.`)).code).toBe(1011)
    moderation.behave({ mode: 'status', status: 429 })
    const { data } = await bring('Keeps clocks.')
    const card = (await person.call('GET /api/editor/card', { query: { id: data.id } })).data
    expect(card).toMatchObject({ card: { state: 'in_review' }, blockers: ['unchecked'] })
  })

  it('M2: groups wait in review, and a flagged scenario is refused', async () => {
    const group = (scenario: string) =>
      person.call('POST /api/chat.Multiple/saveCard', {
        body: {
          name: 'The lamp room',
          tagline: 'Three keepers.',
          member_ids: ['kenji', 'ilse'],
          scenario,
          opening: 'Kenji lights the lamp.',
          visibility: 'public',
        },
      })
    expect((await group(`A ${MARKER} night.`)).code).toBe(1011)
    moderation.behave({ mode: 'status', status: 500 })
    const { data } = await group('A quiet night.')
    const card = (await person.call('GET /api/editor/card', { query: { id: data.id } })).data
    expect(card).toMatchObject({ card: { state: 'in_review' }, blockers: ['unchecked'] })
  })
})
