import { describeEmbeddingModel } from './embedding-model.suite.ts'
import { createOpenAiCompatibleEmbeddings } from './openai-compatible.ts'

describeEmbeddingModel('an OpenAI-compatible endpoint', createOpenAiCompatibleEmbeddings)
