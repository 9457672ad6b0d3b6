import type { Connection } from '@everkin/contract/types.ts'

/** A provider of language models: where its API is, and where its keys come from. */
export interface Provider {
  id: string
  name: string
  kind: Exclude<Connection['kind'], 'demo'>
  baseUrl: string
  keysUrl: string
}

/** Providers that need nothing but a key. */
export const PROVIDERS: readonly Provider[] = [
  {
    id: 'openrouter',
    name: 'OpenRouter',
    kind: 'openai_compatible',
    baseUrl: 'https://openrouter.ai/api/v1',
    keysUrl: 'https://openrouter.ai/settings/keys',
  },
  {
    id: 'openai',
    name: 'OpenAI',
    kind: 'openai_compatible',
    baseUrl: 'https://api.openai.com/v1',
    keysUrl: 'https://platform.openai.com/api-keys',
  },
  {
    id: 'anthropic',
    name: 'Anthropic',
    kind: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    keysUrl: 'https://console.anthropic.com/settings/keys',
  },
  {
    id: 'google',
    name: 'Google',
    kind: 'google',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    keysUrl: 'https://aistudio.google.com/app/apikey',
  },
  {
    id: 'mistral',
    name: 'Mistral',
    kind: 'openai_compatible',
    baseUrl: 'https://api.mistral.ai/v1',
    keysUrl: 'https://console.mistral.ai/api-keys',
  },
  {
    id: 'deepseek',
    name: 'DeepSeek',
    kind: 'openai_compatible',
    baseUrl: 'https://api.deepseek.com/v1',
    keysUrl: 'https://platform.deepseek.com/api_keys',
  },
  {
    id: 'groq',
    name: 'Groq',
    kind: 'openai_compatible',
    baseUrl: 'https://api.groq.com/openai/v1',
    keysUrl: 'https://console.groq.com/keys',
  },
  {
    id: 'xai',
    name: 'xAI',
    kind: 'openai_compatible',
    baseUrl: 'https://api.x.ai/v1',
    keysUrl: 'https://console.x.ai',
  },
  {
    id: 'together',
    name: 'Together',
    kind: 'openai_compatible',
    baseUrl: 'https://api.together.xyz/v1',
    keysUrl: 'https://api.together.ai/settings/api-keys',
  },
]

/** The host of an address; what was written, if it is none. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}
