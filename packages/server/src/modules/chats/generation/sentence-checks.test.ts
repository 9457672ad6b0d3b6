import { describe, expect, it } from 'vitest'
import type { ModerationOutcome, Moderator } from '../../safety/module.ts'
import { createSentenceChecks } from './sentence-checks.ts'

const BLOCKED: ModerationOutcome = {
  kind: 'blocked',
  category: 'minor_safety',
  rule: 'model',
  at: 0,
  model: 'guard',
}

function opened({ waits = false, state = 'ok' }: { waits?: boolean; state?: ReturnType<Moderator['state']> } = {}) {
  const asked: { text: string; answer(outcome: ModerationOutcome): void }[] = []
  let sent = ''
  const retracted: number[] = []
  const checks = createSentenceChecks({
    moderator: {
      state: () => state,
      checkText: (text) => new Promise((resolve) => asked.push({ text, answer: resolve })),
      checkImage: async () => ({ kind: 'off' }),
      metrics: () => [],
    },
    waits,
    adultMode: waits,
    previous: [],
    send: (text) => {
      sent += text
    },
    retract: (offset) => retracted.push(offset),
  })
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  const answer = async (outcome: ModerationOutcome) => {
    asked.at(-1)?.answer(outcome)
    await settled()
  }
  return { checks, asked, answer, settled, sent: () => sent, retracted }
}

describe('a reply that is checked sentence by sentence (B7)', () => {
  it('goes on at once in safe mode, and is asked about at sentence ends', async () => {
    const { checks, asked, answer, sent } = opened()
    checks.push('Good evening')
    expect([sent(), asked.length]).toEqual(['Good evening', 0])
    checks.push('. The ferry ')
    expect(asked.map(({ text }) => text)).toEqual(['Good evening.'])
    checks.push('is late. And')
    expect(asked).toHaveLength(1)
    await answer({ kind: 'clear' })
    expect(asked.at(-1)?.text).toBe('Good evening. The ferry is late.')
    expect(sent()).toBe('Good evening. The ferry is late. And')
  })

  it('takes back from the beginning of the sentence that was hit, and sends nothing after it', async () => {
    const { checks, answer, sent, retracted } = opened()
    checks.push('One. ')
    await answer({ kind: 'clear' })
    checks.push('Two. Three')
    await answer(BLOCKED)
    expect(retracted).toEqual([4])
    expect(checks.verdict()).toMatchObject({ kind: 'blocked', at: 4, model: 'guard' })
    checks.push(' more.')
    expect(sent()).toBe('One. Two. Three')
    await checks.end()
  })

  it('waits for the verdict in adult mode', async () => {
    const { checks, answer, sent } = opened({ waits: true })
    checks.push('One. ')
    checks.push('Two. ')
    expect(sent()).toBe('')
    await answer({ kind: 'clear' })
    expect(sent()).toBe('One. ')
    await answer(BLOCKED)
    expect(sent()).toBe('One. ')
  })

  it('checks the rest at the end, and ends only then', async () => {
    const { checks, answer, settled, sent } = opened({ waits: true })
    checks.push('No end')
    let isEnded = false
    const ending = checks.end().then(() => {
      isEnded = true
    })
    await settled()
    expect(isEnded).toBe(false)
    await answer({ kind: 'clear' })
    await ending
    expect(sent()).toBe('No end')
  })

  it('M3: safe chat goes on without the model under strict rules, and asks only once', async () => {
    const { checks, asked, answer, sent, retracted, settled } = opened()
    checks.push('One. ')
    await answer({ kind: 'unavailable' })
    checks.push('Two. [[sexual-cue]]. ')
    await settled()
    expect([asked.length, sent(), retracted.length]).toEqual([1, 'One. Two. [[sexual-cue]]. ', 0])
    checks.push('In [[study-cue]] the children ask about the [[body-cue]]. ')
    await settled()
    expect(checks.verdict()).toMatchObject({ kind: 'blocked', category: 'minor_safety' })
  })

  it('M2: an adult chat falls to safe mode', async () => {
    const { checks, asked, answer, sent, settled } = opened({ waits: true })
    checks.push('One. ')
    await answer({ kind: 'unavailable' })
    expect(sent()).toBe('One. ')
    checks.push('Two [[sexual-cue]]. ')
    await settled()
    expect([asked.length, sent()]).toEqual([1, 'One. '])
    expect(checks.verdict()).toMatchObject({ kind: 'blocked', category: 'sexual' })
  })

  it('asks nothing while the model is known to be down', async () => {
    const { checks, asked, sent } = opened({ waits: true, state: 'down' })
    checks.push('One. ')
    await checks.end()
    expect([asked.length, sent()]).toEqual([0, 'One. '])
  })

  it('sends nothing that the local rules have cut off meanwhile', async () => {
    const { checks, answer, sent } = opened({ waits: true })
    checks.push('One. Two. ')
    checks.cutAt(5)
    await answer({ kind: 'clear' })
    await checks.end()
    expect(sent()).toBe('One. ')
  })
})
