import { afterAll, describe, expect, it } from 'vitest'
import { screenCard } from './screen-card.ts'
import { screenText } from './screen-text.ts'
import { closeScreeningThread, screenCardPaced, screenTextPaced } from './screening-thread.ts'

const LONG = 'A quiet evening at the harbour, b00ks and l a n t e r n s. '.repeat(3_000)
const BLOCKED = 'A [[minor-cue]] and a [[sexual-cue]].'
const card = { name: 'Mara', tagline: '', age: 41, texts: [LONG], tags: ['cosy'], rating: 'sfw' as const }
const context = { surface: 'group' as const, adultMode: false }

describe('screening of large texts', () => {
  afterAll(closeScreeningThread)

  it('gives the same verdicts in the thread as at once', async () => {
    for (const texts of [[LONG], [LONG, BLOCKED], [`${LONG}\n${BLOCKED}`], [LONG, '{{char}} is 15.'], [BLOCKED]])
      expect(await screenCardPaced({ ...card, texts })).toEqual(screenCard({ ...card, texts }))
    for (const text of [LONG, `${LONG}${BLOCKED}`, BLOCKED])
      expect(await screenTextPaced(text, context)).toEqual(screenText(text, context))
  })

  it('lets the event loop run meanwhile', async () => {
    const screened = screenCardPaced({ ...card, texts: Array.from({ length: 5 }, () => LONG) })
    let turns = 0
    let isDone = false
    void screened.then(() => {
      isDone = true
    })
    while (!isDone) {
      await new Promise((resolve) => setImmediate(resolve))
      turns += 1
    }
    expect(turns).toBeGreaterThan(10)
    expect((await screened).state).toBe('ok')
  })

  it('starts again after it was closed', async () => {
    await closeScreeningThread()
    expect((await screenCardPaced(card)).state).toBe('ok')
  })
})
