import type { Settings } from './config.ts'
import { isSentInClear } from './private-hosts.ts'
import type { DisabledFeature } from './required-settings.ts'

/** Endpoints that get texts, pictures or recordings of people, and keys. */
const ENDPOINTS = {
  modelBaseUrl: 'MODEL_BASE_URL',
  embeddingBaseUrl: 'EMBEDDING_BASE_URL',
  imageBaseUrl: 'IMAGE_BASE_URL',
  speechBaseUrl: 'SPEECH_BASE_URL',
  transcriptionBaseUrl: 'TRANSCRIPTION_BASE_URL',
  moderationBaseUrl: 'MODERATION_BASE_URL',
} as const satisfies Partial<Record<keyof Settings, string>>

const DISABLED_FEATURES: Readonly<Record<DisabledFeature, string>> = {
  publishing: 'publishing cards',
  adult_content: 'adult content',
  adult_content_where_verified: 'adult content in countries that ask for an age check',
}

/** What an operator should know about settings that are allowed but unsafe: one line each, without their values. */
export function settingWarnings(settings: Settings): string[] {
  const isProduction = settings.mode === 'production'
  const warnings: string[] = []
  if (settings.processes > 1 && settings.databaseUrl === null)
    warnings.push('PROCESSES is ignored: the embedded database belongs to one process. Set DATABASE_URL for several.')
  if (!isProduction && settings.localModeOpen)
    warnings.push('LOCAL_MODE_OPEN is on: anyone who reaches the port gets in without real mail or payments.')
  if (isProduction && settings.sandboxPayments)
    warnings.push('SANDBOX_PAYMENTS is on: anyone who knows a test card gets coins and membership without paying.')
  if (isProduction && !settings.rateLimits)
    warnings.push('RATE_LIMITS is off: sign-in codes can be guessed, and one client can use up the server.')
  if (isProduction && isSentInClear(settings.publicUrl))
    warnings.push('PUBLIC_URL is http: sessions and chats can be read on the way, and cookies are not Secure.')
  for (const [key, name] of Object.entries(ENDPOINTS))
    if (isSentInClear(settings[key as keyof typeof ENDPOINTS]))
      // keys of the const object above
      warnings.push(`${name} is http on another network: what is sent there, and the key, can be read on the way.`)
  for (const { name, features } of settings.missingSettings)
    warnings.push(
      `${name} is not set. It is needed for ${features.map((each) => DISABLED_FEATURES[each]).join(' and ')}.`,
    )
  return warnings
}
