import { randomUUID } from 'node:crypto'
import { FAULTS, MARKER, type ModeratedServer, say, startModeratedServer } from '@everkin/testing/moderated-server.ts'
import type { ModerationServer } from '@everkin/testing/servers/moderation-server.ts'
import { credentialsOf, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { grant } from '../../wallet/charge.ts'

let stage: ModeratedServer
let server: TestServer
let moderation: ModerationServer
let person: TestPerson
let operator: TestPerson

beforeAll(async () => {
  stage = await startModeratedServer()
  ;({ server, moderation } = stage)
  operator = await server.signIn('operator@example.org')
})
afterAll(() => stage.end())
beforeEach(async () => {
  stage.replyWith({ parts: ['Hello.'] })
  await stage.recover()
  person = await server.signIn()
})

describe('messages and replies', () => {
  it('M1: refuses a flagged message that the rules pass, and stores the verdict without the text', async () => {
    const [socket, chat] = [await person.connect(), await person.startChat()]
    expect(await say(socket, chat, `a ${MARKER} message`)).toMatchObject({ code: 1011 })
    expect((await stage.verdicts('user_message'))[0]).toMatchObject({
      verdict: 'blocked',
      model: 'omni-moderation-latest',
    })
    expect(await say(socket, chat, 'Good evening.')).toBeNull()
    socket.close()
  })

  it('takes a flagged sentence of a reply back on the device', async () => {
    stage.replyWith({ parts: ['All is well. ', `Then ${MARKER}. `, 'And more. ', 'And more.'], delayMs: 60 })
    const [socket, chat] = [await person.connect(), await person.startChat()]
    await say(socket, chat, 'Good evening.')
    const { message } = await socket.next('message.completed')
    expect(message.text).toBe('All is well.')
    expect(await socket.next('safety.notice')).toMatchObject({ kind: 'blocked' })
    expect((await stage.verdicts('model_reply'))[0]).toMatchObject({
      verdict: 'blocked',
      model: 'omni-moderation-latest',
    })
    socket.close()
  })

  it('M5: sends no id, address, name or token of anybody', async () => {
    const [socket, chat] = [await person.connect(), await person.startChat()]
    const before = moderation.requests.length
    await say(socket, chat, 'Good evening.')
    await socket.next('message.completed')
    const all = JSON.stringify(moderation.requests.slice(before))
    for (const word of [person.user.id, person.token, person.secret, '@example.org', chat, 'Mara'])
      expect(all).not.toContain(word)
    socket.close()
  })

  it.each(FAULTS)('M3: safe chat goes on under strict rules while the endpoint answers %j', async (fault) => {
    const [socket, chat] = [await person.connect(), await person.startChat()]
    moderation.behave(fault)
    expect(await say(socket, chat, 'Good evening.')).toBeNull()
    expect((await socket.next('message.completed')).message.text).toBe('Hello.')
    const doubtful = 'In [[study-cue]] the children ask about the [[body-cue]].'
    expect(await say(socket, chat, doubtful)).toMatchObject({ code: 1011 })
    expect((await operator.call('GET /api/desk/health')).data.moderation).toBe('down')
    socket.close()
  })

  it('C1: a sign of crisis does not wait for the endpoint', async () => {
    const [socket, chat] = [await person.connect(), await person.startChat()]
    moderation.behave({ mode: 'silent' })
    const before = moderation.requests.length
    socket.send({ type: 'message.send', chat_id: chat, client_id: randomUUID(), text: '[[imminent-cue]]' })
    const notice = await socket.next('safety.notice', ({ kind }) => kind !== 'ai_reminder')
    expect(['crisis', 'crisis_imminent']).toContain(notice.kind)
    expect(moderation.requests.length).toBe(before)
    socket.close()
  })

  it('M2: an adult chat falls to safe mode', async () => {
    await person.call('POST /api/account/confirmAge', { body: { over_18: true } })
    await person.call('POST /api/account/setNsfw', { body: { on: true } })
    const [socket, chat] = [await person.connect(), await person.startChat()]
    stage.replyWith({ parts: ['All is well. ', 'Then [[sexual-cue]]. ', 'More.'] })
    await say(socket, chat, 'Good evening.')
    expect((await socket.next('message.completed')).message.text).toContain('[[sexual-cue]]')
    moderation.behave({ mode: 'status', status: 500 })
    await say(socket, chat, 'Good evening again.')
    const { message } = await socket.next('message.completed', (frame) => !frame.message.text.includes('More.'))
    expect(message.text).toBe('All is well.')
    socket.close()
  })
})

describe('cards', () => {
  const card = (tagline: string, visibility: 'public' | 'private' = 'public') => ({
    name: 'Wren Ashdown',
    tagline,
    age: 41,
    gender: 'female' as const,
    visibility,
    definition: { description: 'Wren keeps the town’s time.', first_mes: 'You’re early.' },
  })
  const save = (body: object) => person.call('POST /api/chat.Single/saveCard', { body })
  const own = async (id: string) => (await person.call('GET /api/editor/card', { query: { id } })).data

  it('refuses a flagged card', async () => {
    expect((await save(card(`A ${MARKER} line.`))).code).toBe(1011)
  })

  it.each(FAULTS)('M2: a card to be published waits in review while the endpoint answers %j', async (fault) => {
    moderation.behave(fault)
    const { data } = await save(card('Repairs clocks that nobody owns.'))
    expect(await own(data.id)).toMatchObject({ card: { state: 'in_review' }, blockers: ['unchecked'] })
    const kept = await save(card('Repairs clocks.', 'private'))
    expect(await own(kept.data.id)).toMatchObject({ card: { state: 'published' }, blockers: [] })
  })

  it('is published, or stopped, once the endpoint answers again', async () => {
    moderation.behave({ mode: 'status', status: 500 })
    const { data: good } = await save(card('Repairs clocks that nobody owns.'))
    const { data: bad } = await save(card(`Says ${MARKER}.`))
    await stage.runJob('recheck-cards')
    expect((await own(good.id)).card.state).toBe('in_review')
    await stage.recover()
    await stage.runJob('recheck-cards')
    expect(await own(good.id)).toMatchObject({ card: { state: 'published' }, blockers: [] })
    expect(await own(bad.id)).toMatchObject({ card: { state: 'draft', visibility: 'private' }, blockers: ['minor'] })
  })
})

describe('pictures (UPL-10)', () => {
  const status = async (url: string, by: TestPerson | null) =>
    (await fetch(server.origin + url, { headers: by ? credentialsOf(by) : {} })).status
  let tint = 0
  async function upload(purpose = 'card') {
    const background = { r: ++tint, g: 90, b: 120 }
    const bytes = await sharp({ create: { width: 300, height: 400, channels: 3, background } })
      .png()
      .toBuffer()
    const form = new FormData()
    form.append('purpose', purpose)
    form.append('file', new Blob([new Uint8Array(bytes)]), 'file')
    const init = { method: 'POST', headers: credentialsOf(person), body: form }
    const answer = await fetch(`${server.origin}/api/common/upload`, init)
    return (await answer.json()) as { code: number; data: { id: string; url: string } } // the envelope
  }

  it('are shown to everyone once the endpoint has passed them', async () => {
    const { data } = await upload()
    expect(await status(data.url, null)).toBe(200)
  })

  it.each(FAULTS)('M2: wait, seen by their owner alone, while the endpoint answers %j', async (fault) => {
    moderation.behave(fault)
    const { code, data } = await upload()
    const other = await server.signIn()
    expect([code, await status(data.url, person), await status(data.url, other), await status(data.url, null)]).toEqual(
      [1, 200, 404, 404],
    )
    await stage.recover()
    await stage.runJob('recheck-pictures')
    expect(await status(data.url, null)).toBe(200)
  })

  it('M2: captions are checked with their card, which waits while there is no verdict', async () => {
    const { data: picture } = await upload('locked_image')
    const save = (caption: string) =>
      person.call('POST /api/chat.Single/saveCard', {
        body: {
          name: 'Wren Ashdown',
          tagline: 'Repairs clocks.',
          age: 41,
          visibility: 'public',
          definition: { first_mes: 'You’re early.' },
          album: [{ upload_id: picture.id, locked: true, caption, keys: [] }],
        },
      })
    expect((await save(`A ${MARKER} caption`)).code).toBe(1011)
    moderation.behave({ mode: 'status', status: 500 })
    const { code, data } = await save('The clock tower')
    const own = async () => (await person.call('GET /api/editor/card', { query: { id: data.id } })).data
    expect([code, (await own()).blockers]).toEqual([1, ['unchecked']])
    await server.context.database.query(
      `update album_item set captions = jsonb_build_object('*', $2::text) where card_id = $1`,
      [data.id, `Now ${MARKER}`],
    )
    await stage.recover()
    await stage.runJob('recheck-cards')
    expect((await own()).blockers).toEqual(['minor'])
  })

  it('are ordered, and generated only once prompt and picture have a verdict', async () => {
    await giveCoins()
    moderation.behave({ mode: 'status', status: 429 })
    const order = (prompt: string, key: string) =>
      person.call('POST /api/task/create', {
        body: { kind: 'image', prompt, style_id: 'lamplight', size: 'portrait', count: 1, idempotency_key: key },
      })
    const before = stage.images.requests.length
    const { code, data } = await order('A ferry captain at night', 'waits')
    expect(code).toBe(1)
    await server.context.jobs.runDue()
    const info = async () => (await person.call('GET /api/task/getTaskInfo', { query: { id: data.id } })).data
    expect([stage.images.requests.length, (await info()).status]).toEqual([before, 'running'])
    await stage.recover()
    expect((await order(`A ${MARKER} at night`, 'flagged')).code).toBe(1011)
    await server.context.database.query(`update job set run_at = now() - interval '1 second' where kind = 'paint'`)
    await server.context.jobs.runDue()
    expect((await info()).status).toBe('succeeded')
  })

  async function giveCoins() {
    const gift = { personId: person.user.id, asset: 'coin', amount: 50, key: `coins:${person.user.id}` } as const
    await grant(server.context.database, { ...gift, cause: 'newAccount', ref: null, now: new Date() })
  }

  it('that are flagged later are shown to nobody, and kept', async () => {
    moderation.behave({ mode: 'status', status: 500 })
    const { data } = await upload()
    await stage.recover()
    moderation.flag('picture', 'sexual/minors')
    await stage.runJob('recheck-pictures')
    expect([await status(data.url, person), await status(data.url, null)]).toEqual([404, 404])
    const kept = await server.context.database.query('select moderation from media_file where id = $1', [data.id])
    expect(kept).toEqual([{ moderation: 'blocked' }])
    expect((await upload()).code).toBe(1011)
  })
})
