import { TINY_PICTURE } from '@everkin/testing/fake-image-model.ts'
import { type ImageServer, startImageServer } from '@everkin/testing/servers/image-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeImageEndpoint, generateImage } from './image-model.suite.ts'
import { createStableDiffusion } from './stable-diffusion.ts'

describeImageEndpoint('a Stable Diffusion WebUI', {
  protocol: 'webui',
  basePath: '',
  create: (endpoint) => createStableDiffusion({ ...endpoint, progressEveryMs: 5 }),
})

describe('a Stable Diffusion WebUI', () => {
  let server: ImageServer
  beforeAll(async () => {
    server = await startImageServer('webui')
  })
  afterAll(() => server.close())

  it('is asked for the shape in pixels, and its image is returned unchanged', async () => {
    const model = createStableDiffusion({ baseUrl: server.url, apiKey: null, name: null })
    expect(await generateImage(model)).toEqual({ bytes: TINY_PICTURE, width: 30, height: 40 })
    expect(server.requests.at(-1)?.body).toMatchObject({ width: 768, height: 1024 })
  })

  it('reports progress, and the same seed gives the same number', async () => {
    const model = createStableDiffusion({ baseUrl: server.url, apiKey: null, name: null, progressEveryMs: 2 })
    const shares: number[] = []
    server.behave({ mode: 'normal', delayMs: 90 })
    await generateImage(model, { onProgress: (share) => shares.push(share) })
    expect(shares).toEqual(expect.arrayContaining([0.5]))
    await generateImage(model)
    const [one, two] = server.requests.slice(-2)
    expect(one?.body.seed).toBe(two?.body.seed)
  })

  it('is interrupted when the image is cancelled', async () => {
    const model = createStableDiffusion({ baseUrl: server.url, apiKey: null, name: null })
    server.behave({ mode: 'silent' })
    const before = server.requests.length
    const abort = new AbortController()
    const making = generateImage(model, { signal: abort.signal })
    await expect.poll(() => server.requests.length).toBe(before + 1)
    abort.abort(new Error('left'))
    await expect(making).rejects.toThrow('left')
    expect(server.interrupted).toBe(1)
  })
})
