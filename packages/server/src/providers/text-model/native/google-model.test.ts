import { describeEndpoint, IMAGE_BASE64 } from '../endpoint.suite.ts'
import { createGoogleModel } from './google-model.ts'

describeEndpoint('Google’s API', {
  create: (origin, settings) => createGoogleModel({ ...settings, baseUrl: `${origin}/v1beta` }),
  name: 'gemini-2.0-flash',
  reasoningName: 'gemini-2.5-flash',
  samplers: { generationConfig: { temperature: 0.75, topP: 0.95, topK: 40, seed: 7 } },
  unknownSamplers: ['minP', 'min_p', 'repetition'],
  rejectable: 'topK',
  effort: {
    off: { generationConfig: { thinkingConfig: { thinkingBudget: 0 } } },
    medium: { generationConfig: { thinkingConfig: { thinkingBudget: 2_000, includeThoughts: true } } },
  },
  image: { inlineData: { mimeType: 'image/webp', data: IMAGE_BASE64 } },
  hasReasoning: true,
})
