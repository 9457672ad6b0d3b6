import type { AgeCheckSettings } from './age-check-settings.ts'
import type { ChatModelSettings } from './chat-model-settings.ts'
import type { DatabaseSettings } from './database-settings.ts'
import type { EndpointSettings } from './endpoint-settings.ts'
import type { IdentitySettings } from './identity-settings.ts'
import type { PaymentSettings } from './payment-settings.ts'
import type { MissingSetting } from './required-settings.ts'
import type { S3Settings } from './storage-setting.ts'
import type { TracingSettings } from './tracing/tracing-settings.ts'

/** The settings of this build. */
export interface Settings
  extends DatabaseSettings,
    AgeCheckSettings,
    PaymentSettings,
    IdentitySettings,
    ChatModelSettings,
    EndpointSettings {
  mode: 'local' | 'production'
  host: string
  /** Local mode may listen beyond loopback: anyone who reaches the port may then use it. */
  localModeOpen: boolean
  port: number
  /** Worker processes of this machine behind one port; the embedded database belongs to one, whatever is set. */
  processes: number
  publicUrl: string | null
  dataDir: string
  /** While less is free on the disk of the data folder, uploads are refused; 0 disables this. */
  minFreeMb: number
  /** The bucket that keeps people's files; null: the data folder does. */
  storage: S3Settings | null
  /** A content delivery network that fetches public media from this server; null when there is none. */
  mediaBaseUrl: string | null
  redisUrl: string | null
  appSecret: string | null
  /** Secrets that APP_SECRET replaces. */
  appSecretFallbacks: readonly string[]
  smtpUrl: string | null
  mailFrom: string
  /** With teens, the protected mode (A8) applies under 18. */
  audience: 'adults' | 'adults_and_teens'
  /** Adult content exists: the operator has turned it on, and what it needs is set. */
  nsfwEnabled: boolean
  /** Whether people may show cards to others: what this needs is set. */
  publishingEnabled: boolean
  missingSettings: readonly MissingSetting[]
  nsfwAgeRule: 'declared' | 'verified' | 'off'
  countryHeader: string | null
  adminEmails: readonly string[]
  supportEmail: string | null
  operatorName: string | null
  discordUrl: string | null
  reachClaim: string | null
  appStoreUrl: string | null
  playStoreUrl: string | null
  newAccountMessages: number
  /** Replies for a visitor before signing in; 0 for none. */
  guestMessages: number
  messagePrice: number
  /** The price of a locked image or video whose creator has set none; in coins. */
  imagePrice: number
  videoPrice: number
  fairUseMessagesPerDay: number
  /** Per generated image, in coins. */
  generatedImagePrice: number
  rateLimits: boolean
  /** With it `/metrics` can be read from other machines; null: from this machine only. */
  metricsToken: string | null
  hstsIncludeSubdomains: boolean
  logLevel: string
  /** How many proxies append to X-Forwarded-For, or the networks that they are in; 0: none is trusted. */
  trustProxy: number | readonly string[]
  /** Null: nothing is traced. */
  tracing: TracingSettings | null
}
