import { expect, it } from 'vitest'
import { chooseEmbeddingModel } from './choose.ts'
import { describeEmbeddingModel } from './embedding-model.suite.ts'

describeEmbeddingModel('the model that the settings name', ({ baseUrl, apiKey, name }) => {
  const model = chooseEmbeddingModel({ embeddingBaseUrl: baseUrl, embeddingApiKey: apiKey, embeddingName: name })
  if (!model) throw new Error('no model was chosen')
  return model
})

it('there is no embedding model where the settings name none', () => {
  const settings = { embeddingBaseUrl: 'http://127.0.0.1:9/v1', embeddingApiKey: null, embeddingName: 'e' }
  expect(chooseEmbeddingModel({ ...settings, embeddingBaseUrl: null, embeddingName: null })).toBeNull()
  expect(chooseEmbeddingModel({ ...settings, embeddingName: null })).toBeNull()
})
