import { type ImageServer, startImageServer } from '@everkin/testing/servers/image-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chooseImageModel } from './choose.ts'
import { generateImage } from './image-model.suite.ts'

const KINDS = { openai: 'openai_compatible', webui: 'stable_diffusion' } as const

describe.each(['openai', 'webui'] as const)('an image endpoint that speaks %s', (protocol) => {
  let server: ImageServer
  beforeAll(async () => {
    server = await startImageServer(protocol)
  })
  afterAll(() => server.close())

  it('is detected by its response', async () => {
    const settings = {
      imageBaseUrl: protocol === 'openai' ? `${server.url}/v1` : server.url,
      imageApiKey: null,
      imageName: null,
      imageApi: 'auto' as const,
    }
    const chosen = chooseImageModel(settings)
    await generateImage(chosen)
    expect(chosen.kind).toBe(KINDS[protocol])
    expect(chooseImageModel({ ...settings, imageApi: 'stable_diffusion' }).kind).toBe('stable_diffusion')
    expect(chooseImageModel({ ...settings, imageBaseUrl: null }).kind).toBe('built_in')
  })
})
