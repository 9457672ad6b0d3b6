import { errorNameOf } from '@everkin/contract/errors.ts'
import { operations } from '@everkin/contract/http/all.ts'
import type { Operation } from '@everkin/contract/operation.ts'
import { OPERATOR_ROLES, type OperatorRole } from '@everkin/contract/operator-roles.ts'
import { ClientFrame as ClientFrameSchema } from '@everkin/contract/realtime/frames.ts'
import type { ClientFrame, ServerFrame } from '@everkin/contract/types.ts'
import {
  createTestPicture,
  type FilledAccount,
  fillAccount,
  secretOf,
  sendFile,
} from '@everkin/testing/filled-account.ts'
import { createTestGuest, type Guest } from '@everkin/testing/guest.ts'
import { RealtimeClient } from '@everkin/testing/realtime-client.ts'
import { credentialsOf, startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Clock } from './platform/clock.ts'
import { DAY_MS, HOUR_MS } from './platform/durations.ts'
import { FRAME_ROWS } from './test-authorization-frames.ts'
import {
  ACTORS,
  type Actor,
  type MatrixRequest,
  type OperationRow,
  type Outcome,
} from './test-authorization-outcomes.ts'
import { OPERATION_ROWS } from './test-authorization-rows.ts'
import { OPEN_TO_TEENS } from './test-authorization-teens.ts'

const allOperations: readonly (readonly [string, Operation])[] = Object.entries(operations).flatMap(
  ([module, group]) =>
    Object.entries(group).map(([name, operation]) => [`${module}.${name}`, operation as Operation] as const), // each entry of the contract is one
)
const SIGNED_IN_ACTORS = ACTORS.filter((actor) => actor !== 'visitor')
/** The actors who ask for their own things. */
const OWNERS: readonly Actor[] = ['owner', 'under18', 'frozen']

let server: TestServer
let people: Record<Exclude<Actor, 'visitor'>, FilledAccount>
let guest: Guest
let suspended: TestPerson
const byRole = new Map<OperatorRole, TestPerson>()
let suspendedPeople = 0

beforeAll(async () => {
  server = await startTestServer({
    settings: { ADMIN_EMAILS: 'operator@example.org', REFUND_DAYS: '14' },
    transcriber: { isOnThisMachine: true, transcribe: async () => 'Good evening.' },
  })
  const owner = await fillAccount(server, 'owner')
  people = {
    owner,
    other: await fillAccount(server, 'other'),
    operator: await fillAccount(server, 'operator'),
    reader: await fillAccount(server, 'reader', owner.cardId),
    under18: await fillAccount(server, 'under18'),
    frozen: await fillAccount(server, 'frozen'),
  }
  for (const actor of ['under18', 'frozen'] as const) await become(actor, people[actor].person)
  guest = await createTestGuest(server)
  for (const role of OPERATOR_ROLES) {
    const person = await server.signIn(`role-${role.replace('_', '-')}@example.org`)
    byRole.set(role, person)
    const given = await people.operator.person.call('POST /api/desk/role', {
      body: { person_id: person.user.id, role },
    })
    expect(given.code).toBe(1)
  }
  suspended = await createSuspendedPerson()
}, 120_000)
afterAll(() => server.end())

/** Someone who was suspended and has signed in again. */
async function createSuspendedPerson(): Promise<TestPerson> {
  const email = `suspended-${++suspendedPeople}@example.org`
  const before = await server.signIn(email)
  const body = { person_id: before.user.id, reason: 'spam' } as const
  expect((await byRole.get('moderator')?.call('POST /api/desk/suspend', { body }))?.code).toBe(1)
  const again = await server.signIn(email)
  expect((await before.call('GET /api/user/info')).code).toBe(1001)
  return again
}

async function become(actor: Actor, person: TestPerson): Promise<void> {
  const profile = { nickname: 'Mara', gender: null, age_scope: 1, teen_age: 16 } as const
  if (actor === 'under18') await person.call('POST /api/user/profile', { body: profile })
  if (actor === 'frozen')
    await server.context.database.query('update ledger_account set frozen_at = now() where owner_id = $1', [
      person.user.id,
    ])
}

/** Whose things an actor asks for. */
function thingsFor(actor: Actor): FilledAccount {
  if (actor !== 'visitor' && OWNERS.includes(actor)) return people[actor]
  if (actor !== 'reader') return people.owner
  const {
    chatId,
    messageId,
    ownMessageId,
    groupChatId,
    factId,
    libraryChatId,
    libraryReplyId,
    libraryMessageId,
    lockedId,
  } = people.reader
  const chats = { chatId, messageId, ownMessageId, groupChatId, factId }
  return { ...people.owner, ...chats, libraryChatId, libraryReplyId, libraryMessageId, lockedId }
}

async function send(operation: Operation, headers: Record<string, string>, request: MatrixRequest): Promise<Response> {
  const { query = {}, body = {}, file } = request
  const path = `${operation.path}?${new URLSearchParams(query)}`
  if (file) {
    const bytes = file.content === 'picture' ? await createTestPicture() : file.content
    return sendFile(server, headers, path, file.fields, { name: file.name, bytes })
  }
  const isPost = operation.method === 'POST'
  return fetch(server.origin + path, {
    method: operation.method,
    headers: { ...headers, ...(isPost && { 'content-type': 'application/json' }) },
    ...(isPost && { body: JSON.stringify(body) }),
  })
}

function outcomeOf(operation: Operation, status: number, text: string): Outcome | string {
  if (operation.file && status === 200) return 'yes'
  const { code } = JSON.parse(text) as { code: number } // the envelope
  return code === 1 ? 'yes' : (errorNameOf(code) ?? `code ${code}`)
}

/** A new account in the state of an actor, for requests that end it. */
async function freshHeaders(
  actor: Actor,
  name: string,
): Promise<{ headers: Record<string, string>; sessionId: string }> {
  const email = actor === 'operator' ? 'operator@example.org' : `${actor}-${name}@example.org`
  const person = await server.signIn(email.toLowerCase())
  await become(actor, person)
  const { data } = await person.call('GET /api/account/sessions')
  return { headers: credentialsOf(person), sessionId: data.find(({ current }) => current)?.id ?? '' }
}

async function ask(actor: Actor, name: string, operation: Operation, row: OperationRow): Promise<Outcome | string> {
  let headers: Record<string, string> = actor === 'visitor' ? {} : credentialsOf(people[actor].person)
  let things = thingsFor(actor)
  if (row.endsSession && actor !== 'visitor') {
    const fresh = await freshHeaders(actor, name.replace('.', '-'))
    headers = fresh.headers
    if (OWNERS.includes(actor)) things = { ...things, sessionId: fresh.sessionId }
  }
  const response = await send(operation, headers, row.ask(things, `${actor}-${name.replace('.', '-')}`.toLowerCase()))
  const text = await response.text()
  expect(response.status).toBeLessThan(500)
  if (!OWNERS.includes(actor))
    expect({ actor, leaks: text.includes(secretOf('owner')) }).toEqual({ actor, leaks: false })
  return outcomeOf(operation, response.status, text)
}

describe('AZ-01, AUTH-20: who may call what', { timeout: 60_000 }, () => {
  it('has a row for every operation and every frame, and no other rows', () => {
    expect(Object.keys(OPERATION_ROWS).sort()).toEqual(allOperations.map(([name]) => name).sort())
    expect(Object.keys(FRAME_ROWS).sort()).toEqual(
      ClientFrameSchema.options.map(({ shape }) => shape.type.value).sort(),
    )
    for (const { expected } of [...Object.values(OPERATION_ROWS), ...Object.values(FRAME_ROWS)])
      expect(Object.values(expected)).not.toContain(undefined)
  })

  it('a visitor has no socket', async () => {
    const client = new RealtimeClient(`${server.origin.replace('http', 'ws')}/ws`, {})
    expect(await client.closed()).toBe(4401)
  })

  it('someone who is suspended has no socket', async () => {
    const client = new RealtimeClient(`${server.origin.replace('http', 'ws')}/ws`, credentialsOf(suspended))
    expect(await client.closed()).toBe(4401)
  })

  it.each(Object.entries(FRAME_ROWS))('frame %s', async (type, row) => {
    const found: Record<string, Outcome | string> = { visitor: 'NotSignedIn' } // who has no socket
    for (const actor of SIGNED_IN_ACTORS) {
      const client = await people[actor].person.connect()
      found[actor] = await answerTo(client, row.frame(thingsFor(actor)))
      if (!OWNERS.includes(actor)) expect(JSON.stringify(client.frames)).not.toContain(secretOf('owner'))
      await untilNoReplies()
      client.close()
    }
    expect({ type, ...found }).toEqual({ type, ...row.expected })
    const client = await guest.connect()
    expect({ type, guest: await answerTo(client, row.frame(people.owner)) }).toEqual({
      type,
      guest: row.guest ?? 'NotSignedIn',
    })
    expect(JSON.stringify(client.frames)).not.toContain(secretOf('owner'))
    client.close()
  })

  it.each(Object.entries(OPERATION_ROWS))('%s', async (name, row) => {
    const operation = new Map(allOperations).get(name)
    if (!operation) throw new Error(`no operation ${name}`)
    const found: Record<string, Outcome | string> = {}
    for (const actor of ACTORS) found[actor] = await ask(actor, name, operation, row)
    expect({ name, ...found }).toEqual({ name, ...row.expected })
    if (operation.access !== 'open') expect(found.visitor).toBe('NotSignedIn')
    const { headers } = row.endsSession ? await createTestGuest(server) : guest
    const response = await send(
      operation,
      headers,
      row.ask(people.owner, `guest-${name.replace('.', '-')}`.toLowerCase()),
    )
    const text = await response.text()
    expect(text).not.toContain(secretOf('owner'))
    expect({ name, guest: outcomeOf(operation, response.status, text) }).toEqual({
      name,
      guest: row.guest ?? row.expected.visitor,
    })
    await expectOfSuspended(name, operation, row)
    if (operation.access === 'operator') await expectOfRoles(name, operation, row)
  })
})

async function expectOfSuspended(name: string, operation: Operation, row: OperationRow): Promise<void> {
  const person = row.endsSession ? await createSuspendedPerson() : suspended
  const key = `suspended-${name.replace('.', '-')}`.toLowerCase()
  const response = await send(operation, credentialsOf(person), row.ask(people.owner, key))
  const text = await response.text()
  expect(text).not.toContain(secretOf('owner'))
  const byDefault = operation.access === 'open' ? row.expected.visitor : 'NotAllowed'
  expect({ name, suspended: outcomeOf(operation, response.status, text) }).toEqual({
    name,
    suspended: row.suspended ?? byDefault,
  })
}

/** A role that may not call an operation is refused; one that may gets past the check, to whatever an owner gets. */
async function expectOfRoles(name: string, operation: Operation, row: OperationRow): Promise<void> {
  for (const [role, person] of byRole) {
    const key = `${role}-${name.replace('.', '-')}`.toLowerCase()
    const response = await send(operation, credentialsOf(person), row.ask(people.owner, key))
    const found = outcomeOf(operation, response.status, await response.text())
    const isAdmitted = role === 'owner' || (row.roles?.includes(role) ?? false)
    expect({ name, role, isAdmitted: found !== 'NotAllowed' }).toEqual({ name, role, isAdmitted })
  }
}

/** A clock that runs, and begins at the next noon: teens have quiet hours, and the database’s own clock is behind. */
function clockFromNoon(): Clock {
  const startedMs = Date.now()
  const noonMs = Math.ceil(startedMs / DAY_MS) * DAY_MS + 12 * HOUR_MS
  return { now: () => new Date(noonMs + Date.now() - startedMs) }
}

describe('A8: what a teen may call where teens are served', { timeout: 60_000 }, () => {
  beforeAll(async () => {
    await server.end()
    server = await startTestServer({
      clock: clockFromNoon(),
      settings: { AUDIENCE: 'adults_and_teens', ADMIN_EMAILS: 'operator@example.org', REFUND_DAYS: '14' },
      transcriber: { isOnThisMachine: true, transcribe: async () => 'Good evening.' },
    })
    people.under18 = await fillAccount(server, 'under18')
    await become('under18', people.under18.person)
  }, 120_000)

  const rows: Record<string, Pick<OperationRow, 'expected'>> = { ...OPERATION_ROWS, ...FRAME_ROWS }
  const expectedOf = (name: string) => (OPEN_TO_TEENS.includes(name) ? 'yes' : rows[name]?.expected.under18)

  it('opens only what is closed to people under 18 on a site for adults', () => {
    expect(OPEN_TO_TEENS.filter((name) => rows[name]?.expected.under18 !== 'AgeNotOpen')).toEqual([])
  })

  it.each(Object.entries(FRAME_ROWS))('frame %s', async (type, row) => {
    const client = await people.under18.person.connect()
    const found = await answerTo(client, row.frame(people.under18))
    await untilNoReplies()
    client.close()
    expect({ type, found }).toEqual({ type, found: expectedOf(type) })
  })

  it.each(Object.entries(OPERATION_ROWS))('%s', async (name, row) => {
    const operation = new Map(allOperations).get(name)
    if (!operation) throw new Error(`no operation ${name}`)
    const found = await ask('under18', name, operation, row)
    expect({ name, found }).toEqual({ name, found: expectedOf(name) })
  })
})

const DONE: readonly ServerFrame['type'][] = [
  'ack',
  'message.created',
  'message.updated',
  'path.changed',
  'message.deleted',
  'synced',
  'pong',
]

/** Waits for the replies that are written, and for those that are claimed but not begun. */
async function untilNoReplies(): Promise<void> {
  const count = async () => {
    const claimed = await server.context.database.query('select 1 from generation')
    return claimed.length + server.context.chats.replies.all().length
  }
  await expect.poll(count).toBe(0)
}

/** What came of a frame: the first sign of success, or the error. */
async function answerTo(client: RealtimeClient, frame: ClientFrame): Promise<Outcome | string> {
  const from = client.frames.length
  client.send(frame)
  // Preparing, and stopping where nothing is written, have no sign of their own.
  if (frame.type === 'generation.stop' || frame.type === 'generation.prepare')
    client.send({ type: 'sync', chats: [], streams: [] })
  const first = await client.until(
    () => client.frames.slice(from).find(({ type }) => type === 'error' || type === 'nack' || DONE.includes(type)),
    `an answer to ${frame.type}`,
  )
  return 'code' in first ? (errorNameOf(first.code) ?? `code ${first.code}`) : 'yes'
}
