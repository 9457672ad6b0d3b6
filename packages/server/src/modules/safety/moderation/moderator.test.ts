import { createTestClock } from '@everkin/testing/test-clock.ts'
import { openTestDatabase } from '@everkin/testing/test-database.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AppError } from '../../../platform/app-error.ts'
import type { Database } from '../../../platform/db/database.ts'
import { createLog } from '../../../platform/log.ts'
import { RULE_VERSION } from '../rules.ts'
import { assertModelPasses } from './check-kept-text.ts'
import {
  ModerationError,
  type ModerationFault,
  type ModerationFinding,
  type ModerationModel,
} from './moderation-model.ts'
import { createModerator, MAX_CHECKED_LENGTH, type Moderator } from './moderator.ts'
import { screenStrictly } from './screen-strictly.ts'

describe('the moderation model beside the rules', () => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let database: Database
  let answer: ModerationFinding[] | ModerationFault
  let seen: number
  let current: ModerationModel | null
  let moderator: Moderator
  beforeAll(async () => {
    opened = await openTestDatabase('embedded')
    database = opened.database
  })
  afterAll(() => opened.drop())
  beforeEach(async () => {
    await database.query('delete from safety_verdict')
    answer = []
    seen = 0
    current = {
      name: 'guard',
      isReachable: true,
      async findProblems() {
        seen += 1
        if (typeof answer === 'string') throw new ModerationError(answer)
        return answer
      },
    }
    const log = createLog('silent')
    moderator = createModerator({ database, clock: createTestClock(), log, model: () => current })
  })
  const check = (surface: Parameters<Moderator['checkText']>[1]['surface'], text = 'words') =>
    moderator.checkText(text, { surface, ref: { id: 'chat', personId: null } })
  const verdicts = () =>
    database.query('select surface, ref, verdict, category, rule_version, model from safety_verdict')

  it('is off without a model, which is not the same as down', async () => {
    current = null
    expect([moderator.state(), (await check('card')).kind]).toEqual(['off', 'off'])
    expect(moderator.metrics()).toEqual([])
  })

  it('stores a verdict with the model and the rule version, without the text', async () => {
    answer = [{ category: 'minor_safety', isCertain: true }]
    expect(await check('model_reply')).toMatchObject({ kind: 'blocked', category: 'minor_safety' })
    const row = { surface: 'model_reply', ref: 'chat', verdict: 'blocked', category: 'minor_safety' }
    expect(await verdicts()).toEqual([{ ...row, rule_version: RULE_VERSION, model: 'guard' }])
  })

  it.each([
    ['sexual', true, 'model_reply', 'clear'],
    ['sexual', true, 'user_message', 'clear'],
    ['sexual', true, 'card', 'doubtful'],
    ['sexual', true, 'media_prompt', 'blocked'],
    ['sexual', true, 'picture', 'blocked'],
    ['sexual', true, 'private_picture', 'clear'],
    ['self_harm_encouragement', true, 'user_message', 'doubtful'],
    ['self_harm_encouragement', true, 'model_reply', 'blocked'],
    ['minor_safety', true, 'private_picture', 'blocked'],
    ['minor_safety', true, 'report', 'doubtful'],
    ['threat', false, 'model_reply', 'doubtful'],
  ] as const)('%s (certain: %s) on %s is %s', async (category, isCertain, surface, kind) => {
    answer = [{ category, isCertain }]
    expect((await check(surface)).kind).toBe(kind)
  })

  it('A8: doubts sexual words from and for a teen', async () => {
    answer = [{ category: 'sexual', isCertain: true }]
    for (const surface of ['user_message', 'model_reply', 'persona'] as const)
      expect(await moderator.checkText('words', { surface, ref: null, isTeen: true })).toMatchObject({
        kind: 'doubtful',
        category: 'sexual',
      })
  })

  it('is down from a failed call until one that succeeds, and the metrics say so', async () => {
    answer = 'rate_limited'
    expect((await check('card')).kind).toBe('unavailable')
    expect(moderator.state()).toBe('down')
    expect(moderator.metrics()[0]).toMatchObject({ name: 'everkin_moderation_up', value: 0 })
    answer = []
    expect((await check('card')).kind).toBe('clear')
    expect(moderator.state()).toBe('ok')
    expect(await verdicts()).toEqual([])
  })

  it('has no opinion on pictures where the model does not look at them', async () => {
    answer = 'unsupported'
    const image = { bytes: new Uint8Array(3), mediaType: 'image/webp' }
    expect((await moderator.checkImage(image, { surface: 'picture', ref: null })).kind).toBe('off')
    expect(moderator.state()).toBe('ok')
  })

  it('A8: a teen waits for a verdict about a text that is kept, and an adult does not', async () => {
    const keep = (isTeen: boolean) =>
      assertModelPasses({ moderator }, { text: 'words', surface: 'persona', ref: null, isTeen }).then(
        () => 'kept',
        (error: AppError) => error.errorName,
      )
    expect([await keep(true), await keep(false)]).toEqual(['kept', 'kept'])
    answer = [{ category: 'sexual', isCertain: false }]
    expect([await keep(true), await keep(false)]).toEqual(['SafetyStop', 'kept'])
    answer = 'timeout'
    expect([await keep(true), await keep(false)]).toEqual(['Unavailable', 'kept'])
  })

  it('reads all of a long text, and nothing of an empty one', async () => {
    await check('card', 'a'.repeat(MAX_CHECKED_LENGTH * 2 + 1))
    expect(seen).toBe(3)
    expect((await check('card', ' \n')).kind).toBe('clear')
    expect(seen).toBe(3)
  })
})

describe('the strict rules', () => {
  const doubtful = 'In [[study-cue]] the children ask about the [[body-cue]].'
  it('block what is otherwise only doubtful', () => {
    expect(screenStrictly(doubtful, { surface: 'model_reply', adultMode: false }).kind).toBe('blocked')
    expect(screenStrictly('Good evening.', { surface: 'model_reply', adultMode: false }).kind).toBe('clear')
  })
  it('never refuse someone who asks how to hurt themself', () => {
    const asked = screenStrictly('[[self-harm-method-cue]]', { surface: 'user_message', adultMode: false })
    expect(asked.kind).toBe('doubtful')
  })
  it('M2: leave no sexual words in a reply of an adult chat, and those of a person alone', () => {
    const judge = (surface: 'model_reply' | 'user_message', adultMode: boolean) =>
      screenStrictly('[[sexual-cue]]', { surface, adultMode }).kind
    expect([judge('model_reply', true), judge('model_reply', false), judge('user_message', true)]).toEqual([
      'blocked',
      'clear',
      'clear',
    ])
  })
})
