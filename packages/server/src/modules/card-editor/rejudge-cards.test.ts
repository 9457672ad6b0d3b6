import type { ApiBody } from '@everkin/contract/api-types.ts'
import { ERRORS } from '@everkin/contract/errors.ts'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { seedLibrary } from '../characters/module.ts'
import { RULE_VERSION } from '../safety/module.ts'

const OLD_RULES = '2026-11-25.1'

type GroupBody = ApiBody<'POST /api/chat.Multiple/saveCard'>

describe.each(testDatabaseKinds)('B5, B6: cards are judged again on %s', (kind) => {
  let server: TestServer
  let maker: TestPerson
  let other: TestPerson
  let moderator: TestPerson
  /** Runs while the moderation model reads a card. */
  let onCheck: () => Promise<void>
  beforeAll(async () => {
    const moderation = {
      name: 'test',
      isReachable: true,
      findProblems: async () => {
        const run = onCheck
        onCheck = async () => undefined
        await run()
        return []
      },
    }
    server = await startTestServer({ kind, moderation, settings: { ADMIN_EMAILS: 'desk@example.org' } })
    maker = await server.signIn('maker@example.org')
    other = await server.signIn('other@example.org')
    moderator = await server.signIn('desk@example.org')
  })
  afterAll(() => server.end())
  beforeEach(() => {
    onCheck = async () => undefined
  })

  const query = <Row>(text: string, values: (string | null)[]) => server.context.database.query<Row>(text, values)
  const rejudge = async (signal = new AbortController().signal) => {
    const job = server.context.modules.recurringJobs().find(({ name }) => name === 'rejudge-cards')
    await job?.run(signal)
  }
  const saveGroup = async (body: GroupBody, by = maker) => {
    const { code, data } = await by.call('POST /api/chat.Multiple/saveCard', {
      body: { name: 'The late shift', opening: 'Rain.', visibility: 'public', member_ids: ['ilse', 'bram'], ...body },
    })
    expect(code).toBe(1)
    return data.id
  }
  const saveSingle = async (body: ApiBody<'POST /api/chat.Single/saveCard'> = {}) => {
    const { code, data } = await maker.call('POST /api/chat.Single/saveCard', {
      body: {
        name: 'Rowan',
        tagline: 'Repairs clocks.',
        age: 41,
        gender: 'male',
        visibility: 'public',
        definition: { description: 'Keeps the town’s time.', first_mes: 'You’re early.' },
        ...body,
      },
    })
    expect(code).toBe(1)
    return data.id
  }
  const rename = (id: string, name: string) => saveSingle({ id, name })
  const runJobs = () => server.context.jobs.runDue()
  /** As if it had been published before the rules looked for this. */
  const withOldScenario = (id: string, scenario: string) =>
    query(
      `update card set casting = jsonb_set(casting, '{scenario}', to_jsonb($2::text)), rule_version = $3 where id = $1`,
      [id, scenario, OLD_RULES],
    )
  const rowOf = async (id: string) => {
    const [row] = await query<Record<string, unknown>>(
      `select state, visibility, hindrances as blockers, version, rule_version as "ruleVersion",
         updated_at as "updatedAt", suits_teens as "suitsTeens", xmin::text as write from card where id = $1`,
      [id],
    )
    return row
  }
  const ownBlockers = async (id: string, by = maker) =>
    (await by.call('GET /api/editor/card', { query: { id } })).data.blockers
  const verdictsOf = async (id: string) => query('select 1 from safety_verdict where ref = $1', [id])
  const publishAsModerator = async (id: string) => {
    await moderator.call('GET /api/desk/queue', { query: { limit: 100 } })
    const [found] = await query<{ id: string }>(
      `select id from moderation_case where target_id = $1 and state = 'open'`,
      [id],
    )
    const body = { case_id: found?.id ?? '', action: 'keep' as const, reason: 'no_breach' }
    expect((await moderator.call('POST /api/desk/decide', { body })).code).toBe(1)
    expect(await rowOf(id)).toMatchObject({ state: 'published', blockers: [] })
  }

  describe('after a change of the rules', () => {
    it('a group that says that a member is under 18 becomes a draft, and its chats are closed', async () => {
      const id = await saveGroup({ scenario: 'Bram is forty.' })
      const { data: chat } = await other.call('POST /api/chat/start', { body: { group_id: id } })
      await withOldScenario(id, 'Bram is fifteen.')
      await rejudge()
      expect(await rowOf(id)).toMatchObject({ state: 'draft', visibility: 'private', ruleVersion: RULE_VERSION })
      expect(await ownBlockers(id)).toEqual(['age_contradicted'])
      expect((await other.call('GET /api/chat.Multiple/cardList', { query: { id } })).code).not.toBe(1)
      const info = () => other.call('GET /api/chat/info', { query: { chat_id: chat.id } })
      await expect.poll(async () => (await info()).data.closed).toBe(true)
    })

    it('a private group is read too, and one that the rules always block becomes a draft', async () => {
      const id = await saveGroup({ visibility: 'private' })
      await withOldScenario(id, 'A 12-year-old. [[sexual-cue]].')
      await rejudge()
      expect(await rowOf(id)).toMatchObject({ state: 'draft', blockers: ['minor'] })
      expect(await verdictsOf(id)).toHaveLength(1)
    })

    it('a clean card keeps everything but the version of the rules', async () => {
      const ids = [await saveGroup({ scenario: 'Bram is forty.' }), await saveSingle()]
      const before = await Promise.all(ids.map(rowOf))
      await query('update card set rule_version = $2 where id = any(string_to_array($1, $3))', [
        ids.join(),
        OLD_RULES,
        ',',
      ])
      await rejudge()
      const after = await Promise.all(ids.map(rowOf))
      expect(after).toEqual(before.map((row, place) => ({ ...row, write: after[place]?.write })))
      for (const id of ids) expect(await verdictsOf(id)).toEqual([])
    })

    it('a character is read again as well', async () => {
      const id = await saveSingle()
      await query(
        `update card set definition = jsonb_set(definition, '{description}', '"She is fifteen."'), rule_version = $2
         where id = $1`,
        [id, OLD_RULES],
      )
      await rejudge()
      expect(await rowOf(id)).toMatchObject({ state: 'draft', blockers: ['age_contradicted'] })
    })

    describe('with an album', () => {
      const BLOCKED = '[[minor-cue]] [[sexual-cue]]'
      /** An item whose caption was stored before the rules looked for this. */
      const withOldCaption = async (id: string, caption: string) => {
        await query(
          `insert into album_item (id, card_id, owner_id, place, kind, locked, captions, keys, file_id, thumbnail_id,
             main_file, small_file, width, height, generated, created_at)
           values ($1 || '-item', $1, $2, 0, 'image', false, jsonb_build_object('*', $3::text), '{clock}', 'file', 'thumb',
             'main', 'small', 300, 400, false, now())`,
          [id, maker.user.id, caption],
        )
        await query('update card set rule_version = $2 where id = $1', [id, OLD_RULES])
      }

      it('a character is read with its captions', async () => {
        const [blocked, clean] = [await saveSingle(), await saveSingle({ name: 'Wren' })]
        await withOldCaption(blocked, BLOCKED)
        await withOldCaption(clean, 'The workshop at noon.')
        await rejudge()
        const draft = { state: 'draft', visibility: 'private', ruleVersion: RULE_VERSION }
        expect(await rowOf(blocked)).toMatchObject({ ...draft, blockers: ['minor'] })
        expect(await verdictsOf(blocked)).toHaveLength(1)
        expect(await rowOf(clean)).toMatchObject({ state: 'published', ruleVersion: RULE_VERSION })
      })

      it('a save that leaves the album or its captions as they are reads them too, and so does a copy', async () => {
        const id = await saveSingle()
        await withOldCaption(id, BLOCKED)
        const album = [{ id: `${id}-item`, locked: false }]
        for (const change of [{ tagline: 'Mends clocks.' }, { album }]) {
          const save = await maker.call('POST /api/chat.Single/saveCard', { body: { id, ...change } })
          expect(save.code).toBe(ERRORS.SafetyStop.code)
        }
        const copy = await maker.call('POST /api/editor/duplicateCard', { body: { id } })
        expect(copy.code).toBe(ERRORS.SafetyStop.code)
        expect(await rowOf(id)).toMatchObject({ state: 'published', ruleVersion: OLD_RULES })
      })
    })

    it('a second run does nothing, and one that was stopped goes on later', async () => {
      const ids: string[] = []
      for (const scenario of ['Bram is fifteen.', 'Bram is forty.']) {
        const id = await saveGroup({})
        await withOldScenario(id, scenario)
        ids.push(id)
      }
      const before = await Promise.all(ids.map(rowOf))
      await rejudge(AbortSignal.abort())
      expect(await Promise.all(ids.map(rowOf))).toEqual(before)
      await rejudge()
      const after = await Promise.all(ids.map(rowOf))
      expect(after.map((row) => row?.state)).toEqual(['draft', 'published'])
      await rejudge()
      expect(await Promise.all(ids.map(rowOf))).toEqual(after)
    })

    it('what a moderator has published stays so where the rules only doubt', async () => {
      const doubt = 'A 15-year-old girl waits by the gate.'
      const id = await saveGroup({ scenario: doubt })
      await publishAsModerator(id)
      await query('update card set rule_version = $2 where id = $1', [id, OLD_RULES])
      await rejudge()
      expect(await rowOf(id)).toMatchObject({ state: 'published', ruleVersion: RULE_VERSION })
      await withOldScenario(id, `${doubt} Bram is fifteen.`)
      await rejudge()
      expect(await rowOf(id)).toMatchObject({ state: 'draft', blockers: ['age_contradicted'] })
    })

    it('without such a decision it waits for a moderator', async () => {
      const id = await saveGroup({})
      await withOldScenario(id, 'A 15-year-old girl waits by the gate.')
      await rejudge()
      expect(await rowOf(id)).toMatchObject({ state: 'draft', blockers: ['minor'] })
      await publishAsModerator(id)
      await rejudge()
      expect(await rowOf(id)).toMatchObject({ state: 'published' })
    })
  })

  describe('after a member got another name', () => {
    const scenario = 'The boy at the counter is Toby. Toby is fifteen.'

    it.each([
      ['name', { name: 'Toby' }],
      ['nickname', { definition: { nickname: 'Toby', first_mes: 'You’re early.' } }],
    ])('its groups are read with the new %s, other people’s too', async (_field, change) => {
      const member = await saveSingle()
      const groups = [
        await saveGroup({ scenario, member_ids: ['ilse', member] }),
        await saveGroup({ scenario, member_ids: [member, 'bram'] }, other),
      ]
      const clean = await saveGroup({ scenario: 'Rain.', member_ids: ['ilse', member] })
      const before = await rowOf(clean)
      for (const id of groups) expect(await rowOf(id)).toMatchObject({ state: 'published' })
      await saveSingle({ id: member, ...change })
      await runJobs()
      for (const id of groups) expect(await rowOf(id)).toMatchObject({ state: 'draft', blockers: ['age_contradicted'] })
      expect(await ownBlockers(groups[1] ?? '', other)).toEqual(['age_contradicted'])
      expect(await rowOf(clean)).toEqual(before)
    })

    it('restoring an older version of a character is a change of its name, too', async () => {
      const member = await saveSingle({ name: 'Toby' })
      await rename(member, 'Rowan')
      const id = await saveGroup({ scenario, member_ids: ['ilse', member] })
      await maker.call('POST /api/editor/restoreVersion', { body: { id: member, number: 1 } })
      await runJobs()
      expect(await rowOf(id)).toMatchObject({ state: 'draft', blockers: ['age_contradicted'] })
    })

    it('other changes of a character leave its groups alone', async () => {
      const member = await saveSingle()
      await saveGroup({ member_ids: ['ilse', member] })
      await saveSingle({ id: member, tagline: 'Winds clocks.' })
      expect(await query('select 1 from job where key = $1', [member])).toEqual([])
    })

    it('a changed character of the library has its groups read', async () => {
      const id = await saveGroup({ scenario: 'Ilse is forty.' })
      const before = await rowOf(id)
      await query(`update card set content_hash = '' where id = $1`, ['ilse'])
      await seedLibrary(server.context.database, systemClock)
      expect(await rowOf(id)).toMatchObject({ ruleVersion: '' })
      await rejudge()
      expect(await rowOf(id)).toEqual({ ...before, write: expect.any(String) })
    })

    it('a group that was saved meanwhile is read again', async () => {
      const member = await saveSingle()
      let renaming: Promise<unknown> = Promise.resolve()
      onCheck = async () => {
        renaming = rename(member, 'Toby')
        await renaming
        await runJobs()
      }
      const id = await saveGroup({ scenario, member_ids: ['ilse', member] })
      await renaming
      expect(await rowOf(id)).toMatchObject({ state: 'published', ruleVersion: '' })
      await rejudge()
      expect(await rowOf(id)).toMatchObject({ state: 'draft', blockers: ['age_contradicted'] })
    })
  })
})
