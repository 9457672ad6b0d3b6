import { inspect } from 'node:util'
import { type ImageBehaviour, type ImageServer, startImageServer } from '@everkin/testing/servers/image-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { GeneratedImage, ImageFault, ImageModel, ImageRequest } from '../../modules/image-tasks/image-model.ts'
import { createImageReencoder } from '../media/reencode-image.ts'
import type { ImageEndpoint } from './openai-compatible.ts'

const KEY = 'canary-key'

/** A portrait of one adult; every kind of model can make it. */
const IMAGE_REQUEST: ImageRequest = {
  prompt: 'An adult ferry captain',
  styleId: 'woodcut',
  size: 'portrait',
  seed: 'dawn',
  index: 0,
}

/** Makes one image of `IMAGE_REQUEST`. */
export const generateImage = (
  model: ImageModel,
  options: { signal?: AbortSignal; onProgress?: (share: number) => void } = {},
): Promise<GeneratedImage> =>
  model.generate(IMAGE_REQUEST, { signal: AbortSignal.timeout(20_000), onProgress: () => undefined, ...options })

/** The contract of every image model; run for the built-in painter, the fake and every provider. */
export function describeImageModel(name: string, create: () => ImageModel): void {
  describe(`${name} keeps the promises of an image model`, () => {
    it('returns an image of the requested shape that can be re-encoded', async () => {
      const { bytes, width, height } = await generateImage(create())
      expect(width).toBeGreaterThan(0)
      expect(height).toBeGreaterThan(width)
      await createImageReencoder()(bytes, 'generated')
    })

    it('returns a spec that can be stored, where it returns one', async () => {
      const { spec } = await generateImage(create())
      if (spec !== undefined) expect(JSON.parse(JSON.stringify(spec))).toBeTruthy()
    })

    it('serves several requests at once, each with a whole image', async () => {
      const model = create()
      const images = await Promise.all([1, 2, 3].map(() => generateImage(model)))
      for (const { bytes } of images) expect(bytes).toEqual(images[0]?.bytes)
    })

    it('reports progress only as a share, and none after the image is made', async () => {
      const shares: number[] = []
      await generateImage(create(), { onProgress: (share) => shares.push(share) })
      for (const share of shares) expect(share > 0 && share <= 1).toBe(true)
      const reported = shares.length
      await new Promise((resolve) => setImmediate(resolve))
      expect(shares).toHaveLength(reported)
    })

    it('throws the reason of a signal that was aborted before it began', async () => {
      const signal = AbortSignal.abort(new Error('gone before'))
      await expect(generateImage(create(), { signal })).rejects.toThrow('gone before')
    })

    it('throws the reason of a signal that is aborted halfway, and can make the next image', async () => {
      const model = create()
      const abort = new AbortController()
      const making = generateImage(model, { signal: abort.signal })
      abort.abort(new Error('left'))
      await expect(making).rejects.toThrow('left')
      expect((await generateImage(model)).bytes.length).toBeGreaterThan(0)
    })

    it('describes itself, without a key', () => {
      const model = create()
      expect(['built_in', 'openai_compatible', 'stable_diffusion']).toContain(model.kind)
      expect(JSON.stringify(model)).not.toContain('canary')
    })
  })
}

/** An image model behind an HTTP endpoint, and the protocol of the local server that it is tested against. */
export interface EndpointUnderTest {
  protocol: 'openai' | 'webui'
  /** The path of the API below the server's URL. */
  basePath: string
  create(endpoint: ImageEndpoint): ImageModel
}

/** The contract of every image model, and of those behind an endpoint how they fail and what their errors hide. */
export function describeImageEndpoint(name: string, { protocol, basePath, create }: EndpointUnderTest): void {
  let server: ImageServer
  const open = (changes: Partial<ImageEndpoint> = {}) =>
    create({ baseUrl: `${server.url}${basePath}`, apiKey: KEY, name: 'm', ...changes })
  beforeAll(async () => {
    server = await startImageServer(protocol)
  })
  beforeEach(() => server.behave({ mode: 'normal' }))
  afterAll(() => server.close())

  describeImageModel(name, () => open())

  describe(`${name} keeps the promises of an image endpoint`, () => {
    it('sends its key, and a prompt with the style and the rule that everyone is an adult', async () => {
      await generateImage(open())
      const { body, authorization } = server.requests.at(-1)!
      expect(authorization).toBe(`Bearer ${KEY}`)
      expect(body.prompt).toMatch(/^An adult ferry captain\n.*Woodcut.*adult, fully dressed/s)
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
      ['a redirect', 'unreachable', { mode: 'redirect' }],
    ])('%s is %s, and reveals nothing of the upstream', async (_name, fault, behaviour) => {
      server.behave(behaviour)
      const error = await generateImage(open()).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({
        name: 'ImageModelError',
        fault,
        ...(fault === 'rate_limited' && { retryAfterMs: 7_000 }),
      })
      expect(inspect(error, { depth: null })).not.toMatch(/canary|127\.0\.0\.1|captain/)
    })

    it('is unreachable where nothing listens', async () => {
      const error = await generateImage(open({ baseUrl: `http://127.0.0.1:9${basePath}` })).catch(
        (thrown: unknown) => thrown,
      )
      expect(error).toMatchObject({ fault: 'unreachable' })
      expect(inspect(error, { depth: null })).not.toMatch(/canary|127\.0\.0\.1/)
    })

    it('returns bytes that are not an image, and re-encoding detects them', async () => {
      server.behave({ mode: 'no_picture' })
      const { bytes } = await generateImage(open())
      await expect(createImageReencoder()(bytes, 'generated')).rejects.toMatchObject({ why: 'kind' })
    })

    it('times out when it never answers, and stops waiting when aborted', async () => {
      server.behave({ mode: 'silent' })
      await expect(generateImage(open({ timeoutMs: 30 }))).rejects.toMatchObject({ fault: 'timeout' })
      const abort = new AbortController()
      const waiting = generateImage(open(), { signal: abort.signal })
      abort.abort(new Error('left'))
      await expect(waiting).rejects.toThrow('left')
    })
  })
}
