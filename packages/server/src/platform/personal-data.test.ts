import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { EMPTY_PRESET } from '@everkin/testing/filled-account.ts'
import { readZipTexts } from '@everkin/testing/read-zip.ts'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { credentialsOf, startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordAudit } from '../modules/operators/module.ts'
import { createFakeTextModel } from '../providers/text-model/fake.ts'

const WORDS = 'canary-words of the person'
const REPLY = ['canary', '-reply ', 'of the character']
const model = createFakeTextModel({
  reply: ({ messages }) =>
    messages.some(({ content }) => content.includes('in six hundred words'))
      ? { parts: Array.from({ length: 600 }, (_, index) => `canary-slow ${index} `), delayMs: 20 }
      : { parts: REPLY },
})

describe.each(testDatabaseKinds)('what is kept of people on %s', (kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ kind, model, settings: { GENERATED_IMAGE_PRICE: '0' } })
  })
  afterAll(() => server.end())

  const query = (text: string, values: string[] = []) => server.context.database.query(text, values)
  const tables = async () =>
    (await query("select tablename as name from pg_tables where schemaname = 'public' order by 1")).map(
      ({ name }) => name as string, // a name
    )
  const countOf = async (table: string) => (await query(`select 1 from "${table}"`)).length
  const halvesOf = (person: TestPerson) => credentialsOf(person)
  const askForCopy = (person: TestPerson, headers: Record<string, string> = {}) =>
    fetch(`${server.origin}/api/account/export`, { headers: { ...halvesOf(person), ...headers } })

  /** Something of this person in every table that can hold something of one. */
  async function fill(email: string, nickname: string) {
    const person = await server.signIn(email)
    const program = { platform: '1' }
    const { challenge } = (await server.call('POST /api/account/sendCode', { body: { email }, headers: program })).data
    await server.call('POST /api/account/emailLogin', { body: { email, code: 'ZZZZZZ', challenge }, headers: program })
    const avatar = await upload(person)
    const profile = { nickname, gender: 2, age_scope: 3, avatar: avatar.url }
    expect((await person.call('POST /api/user/profile', { body: profile })).data.avatar).toBe(avatar.url)
    const chatId = await person.startChat()
    const live = await person.connect()
    live.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: `${WORDS} ${nickname}` })
    const { message } = await live.next('message.completed')
    const from = live.frames.length
    live.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: `${WORDS} ${nickname} deleted` })
    const { message: unwanted } = await live.next('message.completed', () => true, from)
    live.send({ type: 'message.delete', chat_id: chatId, message_id: unwanted.id })
    await live.next('message.deleted')
    await person.call('POST /api/chat/like', { body: { card_id: 'ilse', on: true } })
    const block = { target_type: 'card', target_id: 'bram', on: true } as const
    expect((await person.call('POST /api/user/block', { body: block })).code).toBe(1)
    const { data: hits } = await person.call('POST /api/chat/search', { body: { q: 'canary-words' } })
    expect(hits.list.length).toBeGreaterThan(0)
    expect((await person.call('POST /api/user/checkin', { body: { time_zone: 'UTC' } })).code).toBe(1)
    const book = { name: nickname, content: { entries: [{ keys: ['lamp'], content: 'canary-book' }] } }
    const { data: lorebook } = await person.call('POST /api/lorebook/save', { body: book })
    const { data: persona } = await person.call('POST /api/user/savePersona', {
      body: { name: nickname, description: 'canary-persona', lorebook_ids: [lorebook.id] },
    })
    const { data: preset } = await person.call('POST /api/preset/save', {
      body: { ...EMPTY_PRESET, name: 'canary-preset' },
    })
    expect((await person.call('POST /api/model/saveChoice', { body: { preset_id: preset.id } })).code).toBe(1)
    const settings = { persona_id: persona.id, preset_id: preset.id, note: { text: 'canary-setting', depth: 2 } }
    expect((await person.call('POST /api/chat/settings', { body: { chat_id: chatId, ...settings } })).code).toBe(1)
    const made = await person.call('POST /api/chat.Single/saveCard', {
      body: { name: nickname, tagline: 'canary-card', age: 40, idempotency_key: randomUUID() },
    })
    expect(made.code).toBe(1)
    const begun = {
      type: 'single',
      card_id: made.data.id,
      content: { name: nickname, tagline: 'canary-draft' },
    } as const
    expect((await person.call('POST /api/editor/saveDraft', { body: begun })).code).toBe(1)
    const picture = { kind: 'image', prompt: `canary-prompt ${nickname}`, style_id: 'lamplight', idempotency_key: 'k' }
    const { data: task } = await person.call('POST /api/task/create', { body: picture })
    await server.context.jobs.runDue()
    const { data: painted } = await person.call('GET /api/task/getTaskInfo', { query: { id: task.id } })
    expect(painted.images).toHaveLength(1)
    await person.call('POST /api/invitation/create', { body: { card_id: 'ilse' } })
    const note = `canary-note ${nickname}`
    // Reports by three people would hide the card.
    const reportedCard = nickname.length % 2 === 0 ? 'amara' : 'bram'
    for (const target of [
      { target_type: 'message', target_id: message.id } as const,
      { target_type: 'card', target_id: reportedCard } as const,
    ]) {
      const reported = await person.call('POST /api/safety/report', { body: { ...target, reason: 'spam', note } })
      expect(reported.code).toBe(1)
    }
    const { id } = person.user
    await query(
      `insert into web_visit (id, person_id, page, locale, device_type, utm_source, utm_medium, utm_campaign, ref, referrer, created_at)
       values ($1, $2, 'land', 'en', 1, 'canary-source', '', '', '', '', now())`,
      [`visit-${id}`, id],
    )
    await query(
      "insert into identity (issuer, subject, person_id, provider, created_at) values ('https://issuer.example.org', $1, $2, 'google', now())",
      [`${nickname}-subject`, id],
    )
    await query(
      "insert into identity_token (token_hash, expires_at) values (decode(md5($1), 'hex'), now() + interval '1 hour')",
      [id],
    )
    await query(
      "insert into password (person_id, salt, hash, set_at) values ($1, decode(md5($1), 'hex'), decode(md5($1), 'hex'), now())",
      [id],
    )
    await query(
      `insert into passkey (id, person_id, credential_id, public_key, counter, transports, name, created_at)
       values ($1, $2, $1, '', 0, '', $3, now())`,
      [`passkey-${id}`, id, `canary-passkey ${nickname}`],
    )
    await query(
      "insert into known_device (person_id, device_hash, created_at, last_sign_in_at) values ($1, '', now(), now())",
      [id],
    )
    await query(
      "insert into security_notice (id, person_id, kind, device, created_at) values ($1, $2, 'newSignIn', '', now())",
      [`notice-${id}`, id],
    )
    await buy(person)
    await query(
      `insert into safety_verdict (surface, ref, verdict, rule_version, created_at) values ('user_message', $1, 'blocked', 'r', now()), ('model_reply', $2, 'blocked', 'r', now()), ('persona', $3, 'blocked', 'r', now())`,
      [chatId, message.id, id],
    )
    // This server's own, or it would end the reply as one of a process that died.
    await query(
      `insert into generation (chat_id, seq, person_id, owner, lease_until) values ($1, 99, $2, $3, now() + interval '1 day')`,
      [chatId, id, server.context.chats.processId],
    )
    const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }
    const told = {
      endpoint: 'https://fcm.googleapis.com/canary-address',
      keys,
      replies: true,
      proactive_messages: true,
    }
    expect((await person.call('POST /api/user/savePush', { body: told })).code).toBe(1)
    await query('insert into remark (person_id, chat_id, made_at) values ($1, $2, now())', [id, chatId])
    await query(
      `insert into job (kind, key, person_id, run_at, created_at) values ('none', $1, $2, now() + interval '1 day', now())`,
      [chatId, id],
    )
    await query(
      `insert into memory_fact (id, chat_id, person_id, card_id, text, origin, terms, rev, created_at)
       values ($1, $2, $3, 'ilse', $4, 'person', '{1}', 1, now())`,
      [`fact-${id}`, chatId, id, `canary-fact ${nickname}`],
    )
    await query(
      `insert into memory_summary (chat_id, rev, text, covers_to_seq, origin, created_at)
       values ($1, 1, $2, 0, 'model', now())`,
      [chatId, `canary-story ${nickname}`],
    )
    await query(`insert into memory_passage (chat_id, to_seq, seqs, terms, rev) values ($1, 1, '{1}', '{1}', 1)`, [
      chatId,
    ])
    await query(
      `insert into memory_receipt (chat_id, seq, summary_rev, fact_ids, passage_seqs) values ($1, 3, 1, $2, '{1}')`,
      [chatId, `{fact-${id}}`],
    )
    const item =
      'kind, locked, captions, file_id, thumbnail_id, main_file, small_file, width, height, generated, created_at'
    await query(
      `insert into album_item (id, card_id, owner_id, place, ${item})
       values ($1, 'canary-card', $2, 0, 'image', true, $3::jsonb, $4, $5, 'x', 'x', 1, 1, false, now())`,
      [`item-${id}`, id, JSON.stringify({ '*': `canary-caption ${nickname}` }), `file-${id}`, `thumb-${id}`],
    )
    await query(
      `insert into album_unlock (id, person_id, item_id, chat_id, price, idempotency_key, created_at)
       values ($1, $2, $3, $4, 1, 'k', now())`,
      [`unlock-${id}`, id, `item-${id}`, chatId],
    )
    await query(
      `insert into age_check (state_hash, person_id, session_id, expires_at)
       select decode(md5($1), 'hex'), $1, id, now() from session where person_id = $1 limit 1`,
      [id],
    )
    await query(`insert into age_mark (key_hash, until) values (decode(md5($1), 'hex'), now() + interval '1 day')`, [
      id,
    ])
    await query("insert into suspension (id, person_id, reason, suspended_at) values ($1, $2, 'spam', now())", [
      `canary-suspension ${id}`,
      id,
    ])
    await query('insert into card_approval (card_id, version) values ($1, 1)', [made.data.id])
    const decided = [
      { targetType: 'message', targetId: message.id },
      { targetType: 'user', targetId: id },
    ]
    for (const { targetType, targetId } of decided) {
      const caseId = randomUUID()
      await query(
        `insert into moderation_case (id, source, target_type, target_id, author_id, owner_id, severity, opened_at, due_at)
         values ($1, 'appeal', $2, $3, $4, $4, 2, now(), now())`,
        [caseId, targetType, targetId, id],
      )
      await query(
        `insert into moderation_decision (id, case_id, target_type, target_id, author_id, owner_id, operator_id, action,
           reason, before, label, created_at)
         values ($1, $1, $2, $3, $4, $4, $4, 'hide', 'spam', '{}', $5, now())`,
        [caseId, targetType, targetId, id, `canary-label ${nickname}`],
      )
      await query(
        `insert into moderation_appeal (decision_id, person_id, case_id, text, created_at) values ($1, $2, $1, $3, now())`,
        [caseId, id, `canary-appeal ${nickname}`],
      )
      await query(
        `insert into moderation_notice (id, person_id, decision_id, kind, shown_from) values ($1, $2, $1, 'yours', now())`,
        [caseId, id],
      )
    }
    await server.context.database.transaction((tx) =>
      recordAudit(tx, { actorId: null, action: 'person.viewed', targetType: 'person', targetId: id, now: new Date() }),
    )
    await query(
      `insert into stopped_text (id, person_id, place, category, text, text_hash, created_at)
       values ($1, $2, 'message', 'threat', $3, decode(md5($1), 'hex'), now())`,
      [`stopped-${id}`, id, `canary-stopped ${nickname}`],
    )
    for (const [type, target] of [
      ['user', id],
      ['text', `stopped-${id}`],
    ] as const) {
      await query(
        `insert into quarantine (target_type, target_id, since, content) values ($1, $2, now(), '{"texts": []}')`,
        [type, target],
      )
      await query(
        `insert into quarantine_consent (target_type, target_id, role, operator_id, confirmed_at)
         values ($1, 'item', 'owner', $2, now()) on conflict do nothing`,
        [`${type}-${id.slice(-4)}`, id],
      )
    }
    await query(
      `insert into operator_grant (key, person_id, asset, amount, reason, created_at)
       values ($1, $2, 'coin', 1, 'outage', now())`,
      [`grant-${id}`, id],
    )
    await bring(person, nickname)
    return { person, chatId, messageId: message.id, avatar, live, painted: painted.images[0] }
  }

  /** Buys and gives back, by the sandbox. */
  async function buy(person: TestPerson) {
    await person.call('POST /api/user/spendingCap', { body: { amount: 5_000 } })
    const { data: order } = await person.call('POST /api/order/create', {
      body: { product_id: 'coins-100', idempotency_key: randomUUID() },
    })
    const body = { order_id: order.id, payment_method: '4242424242424242' }
    expect((await person.call('POST /api/order/payment', { body })).code).toBe(1)
    expect((await person.call('POST /api/order/refund', { body: { order_id: order.id } })).code).toBe(1)
  }

  /** Brings a character as a file. */
  async function bring(person: TestPerson, nickname: string) {
    const form = new FormData()
    const card = { name: 'Mara', description: `canary-file ${nickname}`, first_mes: 'Hello.' }
    form.append('file', new Blob([JSON.stringify(card)]), 'mara.json')
    const reply = await fetch(`${server.origin}/api/chat.Single/importCard`, {
      method: 'POST',
      headers: halvesOf(person),
      body: form,
    })
    expect(((await reply.json()) as { code: number }).code).toBe(1) // the envelope
  }

  async function upload(person: TestPerson) {
    const form = new FormData()
    const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    form.append('purpose', 'avatar')
    form.append('file', new Blob([new Uint8Array(picture)]), 'me.png')
    const reply = await fetch(`${server.origin}/api/common/upload`, {
      method: 'POST',
      headers: halvesOf(person),
      body: form,
    })
    const { code, data } = (await reply.json()) as { code: number; data: { id: string; url: string } } // the envelope
    expect(code).toBe(1)
    return data
  }

  /** Where in the database, or in the folder of pictures, one of these can be found. */
  async function tracesOf(canaries: string[]): Promise<string[]> {
    const found: string[] = []
    for (const table of await tables()) {
      const rows = await query(`select to_jsonb(t)::text as row from "${table}" t`)
      for (const canary of canaries)
        if (rows.some(({ row }) => (row as string).includes(canary))) found.push(`${table}: ${canary}`) // JSON as text
    }
    const folder = join(server.context.settings.dataDir, 'media')
    const files = existsSync(folder) ? readdirSync(folder) : []
    return [...found, ...files.filter((file) => canaries.includes(file))]
  }

  it('every table is either in the copy or left out for a reason, and its erasure is decided', async () => {
    const { modules } = server.context
    const policies = modules.tables()
    expect([...policies.keys()].sort()).toEqual(await tables())
    const exported = modules.exportParts().flatMap((part) => part.tables)
    const notExported = [...policies].filter(([, policy]) => policy.notExported !== undefined).map(([table]) => table)
    expect([...exported, ...notExported].sort()).toEqual(await tables())
  })

  it('hands over everything of one person, nothing of another, and no key', async () => {
    const mine = await fill('canary-mine@example.org', 'canary-me')
    const other = await fill('canary-other@example.org', 'canary-other')
    const reply = await askForCopy(mine.person)
    expect(reply.status).toBe(200)
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(/^attachment; filename="everkin-\d{4}-\d\d-\d\d\.zip"$/),
      'cache-control': 'no-store',
    })
    const files = readZipTexts(new Uint8Array(await reply.arrayBuffer()))
    const parts = server.context.modules.exportParts()
    for (const { path } of parts) {
      expect(files['README.txt']).toContain(path)
      expect(Object.keys(files).some((name) => name === path || name.startsWith(path.replace(/[^/]$/, '$&\0')))).toBe(
        true,
      )
    }
    const all = Object.values(files).join('\n')
    for (const own of [
      'canary-mine@example.org',
      'canary-me',
      `${WORDS} canary-me`,
      REPLY.join(''),
      'canary-note canary-me',
      'canary-persona',
      'canary-book',
      'canary-preset',
      'canary-setting',
      'canary-prompt canary-me',
      'canary-source',
      'canary-passkey canary-me',
      'canary-fact canary-me',
      'canary-story canary-me',
      'canary-stopped canary-me',
      'ilse',
    ])
      expect({ own, found: all.includes(own) }).toEqual({ own, found: true })
    for (const theirs of [
      'canary-other',
      other.person.user.id,
      other.chatId,
      mine.person.token,
      mine.person.secret,
      '_hash',
    ])
      expect({ theirs, found: all.includes(theirs) }).toEqual({ theirs, found: false })
    for (const [name, text] of Object.entries(files)) if (name.endsWith('.json')) JSON.parse(text)
    const pictures = Object.keys(files).filter((name) => name.startsWith('pictures/'))
    expect(pictures.sort()).toEqual([
      expect.stringMatching(/^pictures\/avatar .*\.webp$/),
      expect.stringMatching(/^pictures\/generated .*\.webp$/),
    ])
  })

  it('explains itself in the reader’s language', async () => {
    const person = await server.signIn()
    const reply = await askForCopy(person, { 'accept-language': 'de' })
    const files = readZipTexts(new Uint8Array(await reply.arrayBuffer()))
    expect(files['README.txt']).toContain('Deine Daten bei Everkin')
  })

  it('leaves no trace of who is erased, anywhere, and everything of everyone else (D2)', async () => {
    const stays = await fill('canary-stays@example.org', 'canary-stays')
    const gone = await fill('canary-gone@example.org', 'canary-gone')
    for (const [table, { erasure }] of server.context.modules.tables())
      if (erasure !== 'impersonal' && table !== 'left_mark')
        expect({ table, isFilled: (await countOf(table)) > 0 }).toEqual({ table, isFilled: true })
    const canaries = (of: typeof gone, name: string) => [
      `canary-${name}`,
      `canary-${name}@`,
      of.person.user.id,
      of.chatId,
      of.messageId,
      of.avatar.id,
      of.painted?.id ?? 'nothing was painted',
    ]
    expect((await tracesOf(canaries(gone, 'gone'))).length).toBeGreaterThan(10)
    const before = await tracesOf(canaries(stays, 'stays'))

    expect((await gone.person.call('POST /api/account/delete')).code).toBe(1)

    expect(await tracesOf(canaries(gone, 'gone'))).toEqual([])
    expect(await tracesOf(canaries(stays, 'stays'))).toEqual(before)
    expect(await countOf('left_mark')).toBe(2)
    expect((await fetch(`${server.origin}${gone.avatar.url}`)).status).toBe(404)
    expect((await fetch(`${server.origin}${gone.painted?.url}`)).status).toBe(404)
    expect((await fetch(`${server.origin}${stays.avatar.url}`)).status).toBe(200)
    expect((await askForCopy(gone.person)).status).toBe(401)
  })

  it('AUTH-15: deleting while a reply streams to two devices ends it, and nothing comes back', async () => {
    const { person, chatId, live } = await fill('canary-amid@example.org', 'canary-amid')
    await query('delete from generation where person_id = $1', [person.user.id])
    const second = await person.connect()
    live.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: 'tell it in six hundred words' })
    await second.next('message.delta', ({ text }) => text.includes('slow'))
    const [first, again] = await Promise.all([
      person.call('POST /api/account/delete'),
      person.call('POST /api/account/delete'),
    ])
    expect([first.code, again.code]).toContain(1)
    await Promise.all([live.closed(), second.closed()])
    const { replies, contextCache } = server.context.chats
    await live.until(() => replies.find(chatId) === null || undefined, 'the end of the reply')
    expect(contextCache.find(chatId, person.user.id, 'en')).toBeNull()
    expect(await tracesOf([person.user.id, chatId, 'canary-slow', 'canary-amid'])).toEqual([])

    const back = await server.signIn('canary-amid@example.org')
    expect(back.user.id).not.toBe(person.user.id)
    expect(back.user.wallet).toMatchObject({ message_num: 0, coin_num: 0 })
    expect((await back.call('GET /api/chat/list')).data.list).toEqual([])
  })
})
