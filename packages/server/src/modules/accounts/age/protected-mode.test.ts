import { randomUUID } from 'node:crypto'
import { readZipTexts } from '@everkin/testing/read-zip.ts'
import { createTestClock, type TestClock } from '@everkin/testing/test-clock.ts'
import { credentialsOf, startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../platform/durations.ts'
import { createFakeTextModel } from '../../../providers/text-model/fake.ts'

const AGE_NOT_OPEN = 1010
const SAFETY_STOP = 1011

let server: TestServer
let clock: TestClock
const model = createFakeTextModel({ reply: { parts: ['The lamp is lit.'] } })

beforeAll(async () => {
  clock = createTestClock()
  server = await startTestServer({ clock, model, settings: { AUDIENCE: 'adults_and_teens' } })
}, 60_000)
afterAll(() => server.end())
beforeEach(() => clock.set('2026-11-20T12:00:00.000Z'))

const underAge = (teen_age: 16) => ({ nickname: 'Mara', gender: null, age_scope: 1 as const, teen_age })

/** Someone who first was an adult, and then says that they are 16 or 17. */
async function createTeen(): Promise<TestPerson> {
  const person = await server.signIn(`teen-${randomUUID()}@example.org`)
  expect((await person.call('POST /api/user/profile', { body: underAge(16) })).code).toBe(1)
  return person
}

const statusOf = async (person: TestPerson) => (await person.call('GET /api/user/protection')).data

async function say(person: TestPerson, chatId: string, text: string) {
  const live = await person.connect()
  live.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text })
  const answer = await live.until(
    () => live.frames.find((frame) => frame.type === 'ack' || frame.type === 'nack'),
    'an answer to the message',
  )
  live.close()
  return { answer, frames: [...live.frames] }
}

describe('A8: whose clock', () => {
  const moveTo = (person: TestPerson, zone: string) =>
    person.call('GET /api/user/info', { headers: { 'time-zone': zone } })

  it('the zone before a change counts for a day, and the stricter of both applies', async () => {
    const person = await createTeen()
    await moveTo(person, 'Europe/Berlin')
    clock.set('2026-11-20T21:30:00.000Z') // 22:30 in Berlin, 16:30 in New York
    expect(await statusOf(person)).toMatchObject({ closed: 'quiet_hours' })
    await moveTo(person, 'America/New_York')
    expect(await statusOf(person)).toMatchObject({ closed: 'quiet_hours' })
    await moveTo(person, 'Asia/Tokyo') // 6:30; the first zone is kept, not the last
    await moveTo(person, 'America/New_York')
    expect(await statusOf(person)).toMatchObject({ closed: 'quiet_hours', opens_at: '2026-11-21T12:00:00.000Z' })
    clock.set('2026-11-21T08:00:00.000Z') // 9:00 in Berlin, 3:00 in New York
    expect(await statusOf(person)).toMatchObject({ closed: 'quiet_hours' })
    clock.set('2026-11-21T12:00:00.000Z')
    expect(await statusOf(person)).toMatchObject({ closed: null })
    clock.set('2026-11-21T21:40:00.000Z') // a day later only the new zone counts
    expect(await statusOf(person)).toMatchObject({ closed: null })
  })

  it('a change of the zone begins no new day', async () => {
    const person = await createTeen()
    await moveTo(person, 'Europe/Berlin')
    const chatId = await person.startChat('kenji')
    clock.advance(10 * MINUTE_MS)
    await say(person, chatId, 'Good evening')
    clock.set('2026-11-20T15:30:00.000Z')
    await moveTo(person, 'Asia/Tokyo') // there it is the next day already, and night
    expect((await statusOf(person)).minutes_left).toBe(100)
  })
})

describe('A6: signs that someone is under 18', () => {
  const stateOf = async (person: TestPerson) =>
    (
      await server.context.database.query('select age_state, teen_age, nsfw from person where id = $1', [
        person.user.id,
      ])
    )[0]
  const sign = "By the way, I'm 17."

  it('a message that says so switches adult content off and closes the sockets', async () => {
    const person = await server.signIn(`sign-${randomUUID()}@example.org`)
    const [live, chatId] = [await person.connect(), await person.startChat('kenji')]
    await server.context.database.query('update person set nsfw = true, adult_confirmed_at = now() where id = $1', [
      person.user.id,
    ])
    const { answer } = await say(person, chatId, sign)
    expect(answer).toMatchObject({ type: 'ack' }) // the protected mode serves who is 17
    expect(await live.closed()).toBeGreaterThan(0)
    expect(await stateOf(person)).toEqual({ age_state: 'minor_suspected', teen_age: 16, nsfw: false })
    expect((await person.call('POST /api/account/confirmAge', { body: { over_18: true } })).code).toBe(AGE_NOT_OPEN)
    expect(await statusOf(person)).toMatchObject({ protected: true, closed: null })
    expect((await say(person, chatId, 'By the lamp, [[courtship-cue]] tonight.')).answer).toMatchObject({
      code: SAFETY_STOP,
      data: { category: 'romance' },
    })
  })

  it('a school year without an age closes chats until the age is known', async () => {
    const person = await server.signIn(`sign-${randomUUID()}@example.org`)
    const chatId = await person.startChat('kenji')
    expect((await say(person, chatId, "I'm in 9th grade")).answer).toMatchObject({
      type: 'nack',
      code: AGE_NOT_OPEN,
      data: { reason: 'age_unknown' },
    })
    await person.call('POST /api/user/profile', { body: underAge(16) })
    expect(await stateOf(person)).toMatchObject({ age_state: 'minor_declared', teen_age: 16 })
  })

  it('the lowest age counts for a teen, and is never raised', async () => {
    const person = await createTeen()
    const chatId = await person.startChat('kenji')
    await say(person, chatId, "I'm 17")
    expect(await stateOf(person)).toMatchObject({ teen_age: 16 })
    expect((await say(person, chatId, "Actually I'm only 12 years old.")).answer).toMatchObject({
      type: 'nack',
      data: { reason: 'too_young' },
    })
    expect(await stateOf(person)).toMatchObject({ teen_age: 12 })
  })

  it('words change nothing after an age check', async () => {
    const person = await server.signIn(`sign-${randomUUID()}@example.org`)
    await server.context.database.query(`update person set age_state = 'verified_adult' where id = $1`, [
      person.user.id,
    ])
    expect((await say(person, await person.startChat('kenji'), sign)).answer.type).toBe('ack')
    expect(await stateOf(person)).toMatchObject({ age_state: 'verified_adult' })
  })

  it('help is shown to someone in distress, also where the chat closes', async () => {
    const adults = await startTestServer({ database: server.context.database, clock, model })
    const person = await adults.signIn(`sign-${randomUUID()}@example.org`)
    const chatId = await person.startChat('kenji')
    const { answer, frames } = await say(person, chatId, `${sign} [[imminent-cue]]`)
    expect(answer).toMatchObject({ type: 'nack', code: AGE_NOT_OPEN, data: { reason: 'under_18' } })
    expect(frames).toContainEqual(expect.objectContaining({ type: 'safety.notice', kind: 'crisis_imminent' }))
    expect((await person.call('GET /api/account/ageCheck')).data.needed).toBe(true)
    const info = (await person.call('GET /api/user/info')).data
    expect(info).toMatchObject({ teen: true, age_scope: expect.any(Number) })
    expect(info.age_scope).not.toBe(1)
    // On one's own machine nobody else could decide, so the question is asked again.
    const again = { nickname: 'Mara', gender: null, age_scope: 3 as const }
    expect((await person.call('POST /api/user/profile', { body: again })).data).toMatchObject({ teen: false })
    await adults.end()
  }, 60_000)
})

describe('A8: the export of a teen', () => {
  it('names no liked card that does not exist for them', async () => {
    const person = await server.signIn(`likes-${randomUUID()}@example.org`)
    // `ilse` has the tag of romance.
    for (const id of ['kenji', 'ilse'])
      expect((await person.call('POST /api/chat/like', { body: { card_id: id, on: true } })).code).toBe(1)
    const liked = async () => {
      const answer = await fetch(`${server.origin}/api/account/export`, { headers: credentialsOf(person) })
      const files = readZipTexts(new Uint8Array(await answer.arrayBuffer()))
      const likes = JSON.parse(files['favourites.json'] ?? '[]') as { card_id: string }[] // as it was written
      return likes.map(({ card_id }) => card_id).sort()
    }
    expect(await liked()).toEqual(['ilse', 'kenji'])
    await person.call('POST /api/user/profile', { body: underAge(16) })
    expect(await liked()).toEqual(['kenji'])
  })
})
