import { describe, expect, it } from 'vitest'
import { createFakeTextModel } from './fake.ts'
import { describeTextModel, readAll, requestFor } from './text-model.suite.ts'

describeTextModel('the fake', async () => ({ model: createFakeTextModel() }))

describe('createFakeTextModel', () => {
  it('fails as scripted, after its parts, and records its requests', async () => {
    const model = createFakeTextModel({
      reply: (_, index) => (index === 0 ? { parts: ['Hel'], fault: 'cut_off' } : { parts: ['Hello'] }),
    })
    await expect(readAll(model, requestFor())).rejects.toMatchObject({ fault: 'cut_off' })
    expect((await readAll(model, requestFor())).text).toBe('Hello')
    expect(model.requests).toHaveLength(2)
    expect(model.left).toBe(0)
  })
})
