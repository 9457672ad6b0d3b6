import { TINY_PICTURE } from '@everkin/testing/fake-image-model.ts'
import { type ImageServer, startImageServer } from '@everkin/testing/servers/image-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeImageEndpoint, generateImage } from './image-model.suite.ts'
import { createOpenAiCompatibleImages } from './openai-compatible.ts'

describeImageEndpoint('an OpenAI-compatible endpoint', {
  protocol: 'openai',
  basePath: '/v1/',
  create: createOpenAiCompatibleImages,
})

describe('an OpenAI-compatible endpoint', () => {
  let server: ImageServer
  beforeAll(async () => {
    server = await startImageServer('openai')
  })
  afterAll(() => server.close())
  const model = (name: string | null = null) =>
    createOpenAiCompatibleImages({ baseUrl: `${server.url}/v1`, apiKey: null, name })

  it('is asked for one image of the shape, by the named model, and returns it unchanged', async () => {
    expect(await generateImage(model('m'))).toEqual({ bytes: TINY_PICTURE, width: 30, height: 40 })
    expect(server.requests.at(-1)?.body).toMatchObject({ model: 'm', size: '1024x1536', n: 1 })
  })

  it('may refer to the image at its own origin', async () => {
    server.behave({ mode: 'normal', as: 'url' })
    expect((await generateImage(model())).bytes).toEqual(TINY_PICTURE)
  })

  it.each(['http://169.254.169.254/latest/meta-data', 'http://localhost:1/x.png', 'file:///etc/passwd', 'http://[bad'])(
    'cannot send this server anywhere else: %s (SSRF)',
    async (url) => {
      server.behave({ mode: 'elsewhere', url })
      await expect(generateImage(model())).rejects.toMatchObject({ fault: 'garbled' })
    },
  )
})
