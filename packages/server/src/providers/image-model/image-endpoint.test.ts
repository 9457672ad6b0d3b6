import { TINY_PICTURE } from '@everkin/testing/fake-image-model.ts'
import { type ImageBehaviour, type ImageServer, startImageServer } from '@everkin/testing/servers/image-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ImageFault, ImageModel, ImageRequest } from '../../modules/image-tasks/image-model.ts'
import { createImageReencoder } from '../media/reencode-image.ts'
import { chooseImageModel } from './choose.ts'
import { withCircuitBreaker } from './circuit-breaker.ts'
import { createOpenAiCompatibleImages } from './openai-compatible.ts'
import { createStableDiffusion } from './stable-diffusion.ts'

const KEY = 'canary-key'
const request: ImageRequest = {
  prompt: 'An adult ferry captain',
  styleId: 'woodcut',
  size: 'portrait',
  seed: 'dawn',
  index: 0,
}
const make = (model: ImageModel, signal = AbortSignal.timeout(10_000), onProgress = (_share: number) => {}) =>
  model.generate(request, { signal, onProgress })

describe.each(['openai', 'webui'] as const)('images behind an endpoint: %s', (kind) => {
  let server: ImageServer
  let model: ImageModel
  beforeAll(async () => {
    server = await startImageServer(kind)
    const endpoint = { apiKey: KEY, name: 'm', progressEveryMs: 5 }
    model =
      kind === 'openai'
        ? createOpenAiCompatibleImages({ ...endpoint, baseUrl: `${server.url}/v1/` })
        : createStableDiffusion({ ...endpoint, baseUrl: server.url })
  })
  beforeEach(() => server.behave({ mode: 'normal' }))
  afterAll(() => server.close())

  it('sends prompt, style, shape and key, and returns the image', async () => {
    const made = await make(model)
    expect(made.bytes).toEqual(TINY_PICTURE)
    expect(made).toMatchObject({ width: 30, height: 40 })
    const { body, authorization } = server.requests.at(-1)!
    expect(authorization).toBe(`Bearer ${KEY}`)
    expect(body.prompt).toMatch(/^An adult ferry captain\n.*Woodcut.*adult, fully dressed/s)
    expect(body).toMatchObject(
      kind === 'openai' ? { model: 'm', size: '1024x1536', n: 1 } : { width: 768, height: 1024 },
    )
  })

  it.each<[string, ImageFault, ImageBehaviour]>([
    ['a page', 'garbled', { mode: 'page' }],
    ['nothing', 'garbled', { mode: 'empty' }],
    ['more than a picture can be', 'garbled', { mode: 'huge' }],
    ['too many requests', 'rate_limited', { mode: 'status', status: 429, retryAfter: '7' }],
    ['a failure', 'overloaded', { mode: 'status', status: 503 }],
    ['a wrong key', 'refused', { mode: 'status', status: 401 }],
    ['a prompt it will not paint', 'rejected', { mode: 'status', status: 400 }],
    ['a cut connection', 'unreachable', { mode: 'cut' }],
  ])('%s is %s, and reveals nothing of the upstream', async (_name, fault, behaviour) => {
    server.behave(behaviour)
    const error = await make(model).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      name: 'PictureFailed',
      fault,
      ...(fault === 'rate_limited' && { retryAfterMs: 7_000 }),
    })
    expect(String(error)).not.toMatch(/canary|127\.0\.0\.1/)
  })

  it('bytes that are not an image are detected when they are re-encoded', async () => {
    server.behave({ mode: 'no_picture' })
    const { bytes } = await make(model)
    await expect(createImageReencoder()(bytes, 'generated')).rejects.toMatchObject({ why: 'kind' })
  })

  it('one that never answers is aborted, with its caller’s own reason', async () => {
    server.behave({ mode: 'silent' })
    const slow = {
      baseUrl: kind === 'openai' ? `${server.url}/v1` : server.url,
      apiKey: null,
      name: null,
      timeoutMs: 30,
    }
    const impatient = kind === 'openai' ? createOpenAiCompatibleImages(slow) : createStableDiffusion(slow)
    await expect(make(impatient)).rejects.toMatchObject({ fault: 'timeout' })
    const abort = new AbortController()
    const waiting = make(model, abort.signal)
    abort.abort(new Error('left'))
    await expect(waiting).rejects.toThrow('left')
  })

  it('is detected by its response', async () => {
    const settings = {
      imageBaseUrl: kind === 'openai' ? `${server.url}/v1` : server.url,
      imageApiKey: null,
      imageName: null,
      imageApi: 'auto' as const,
    }
    const chosen = chooseImageModel(settings)
    await make(chosen)
    expect(chosen.kind).toBe(kind === 'openai' ? 'openai_compatible' : 'stable_diffusion')
    expect(chooseImageModel({ ...settings, imageApi: 'stable_diffusion' }).kind).toBe('stable_diffusion')
    expect(chooseImageModel({ ...settings, imageBaseUrl: null }).kind).toBe('built_in')
  })
})

describe('an OpenAI-compatible endpoint', () => {
  let server: ImageServer
  beforeAll(async () => {
    server = await startImageServer('openai')
  })
  afterAll(() => server.close())
  const model = () => createOpenAiCompatibleImages({ baseUrl: `${server.url}/v1`, apiKey: null, name: null })

  it('may refer to the image at its own origin', async () => {
    server.behave({ mode: 'normal', as: 'url' })
    expect((await make(model())).bytes).toEqual(TINY_PICTURE)
  })

  it.each(['http://169.254.169.254/latest/meta-data', 'http://localhost:1/x.png', 'file:///etc/passwd', 'http://[bad'])(
    'cannot send this server anywhere else: %s (SSRF)',
    async (url) => {
      server.behave({ mode: 'elsewhere', url })
      await expect(make(model())).rejects.toMatchObject({ fault: 'garbled' })
    },
  )

  it('is not called after five failures, and probed after 15 seconds (UPS-08)', async () => {
    let nowMs = 0
    const spared = withCircuitBreaker(model(), () => nowMs)
    server.behave({ mode: 'status', status: 500 })
    for (let failure = 0; failure < 5; failure++)
      await expect(make(spared)).rejects.toMatchObject({ fault: 'overloaded' })
    const asked = server.requests.length
    await expect(make(spared)).rejects.toMatchObject({ fault: 'unreachable' })
    expect(server.requests.length).toBe(asked)
    nowMs += 15_000
    server.behave({ mode: 'normal' })
    await make(spared)
    await make(spared)
  })
})

describe('a Stable Diffusion WebUI', () => {
  let server: ImageServer
  beforeAll(async () => {
    server = await startImageServer('webui')
  })
  afterAll(() => server.close())

  it('reports progress, and the same seed gives the same number', async () => {
    const model = createStableDiffusion({ baseUrl: server.url, apiKey: null, name: null, progressEveryMs: 2 })
    const shares: number[] = []
    server.behave({ mode: 'normal', delayMs: 90 })
    await make(model, undefined, (share) => shares.push(share))
    expect(shares).toEqual(expect.arrayContaining([0.5]))
    await make(model)
    const [one, two] = server.requests.slice(-2)
    expect(one?.body.seed).toBe(two?.body.seed)
  })

  it('is interrupted when the image is cancelled', async () => {
    const model = createStableDiffusion({ baseUrl: server.url, apiKey: null, name: null })
    server.behave({ mode: 'silent' })
    const abort = new AbortController()
    const making = make(model, abort.signal)
    await expect.poll(() => server.requests.length).toBe(3)
    abort.abort(new Error('left'))
    await expect(making).rejects.toThrow('left')
    expect(server.interrupted).toBe(1)
  })
})
