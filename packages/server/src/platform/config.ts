import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { ageCheckEnvironment, findAgeCheckConflict, readAgeCheckSettings } from './age-check-settings.ts'
import { chatModelEnvironment, readChatModelSettings } from './chat-model-settings.ts'
import { databaseEnvironment, findDatabaseConflict, readDatabaseSettings } from './database-settings.ts'
import { endpointEnvironment, findEndpointConflict, readEndpointSettings } from './endpoint-settings.ts'
import { findIdentityConflict, identityEnvironment, readIdentitySettings } from './identity-settings.ts'
import { findPaymentConflict, paymentEnvironment, readPaymentSettings } from './payment-settings.ts'
import { isLoopbackHost } from './private-hosts.ts'
import { findMissingSettings, isDisabled } from './required-settings.ts'
import {
  address,
  count,
  MAX_PROCESSES,
  onOff,
  price,
  redisUrl,
  secret,
  smtpUrl,
  text,
  wholeNumber,
} from './setting-kinds.ts'
import type { Settings } from './settings.ts'
import { completeStorage, storageEnvironment } from './storage-setting.ts'
import { readTracing, tracingEnvironment } from './tracing/tracing-settings.ts'
import { parseTrustedProxies } from './trusted-proxies.ts'

export type { Settings } from './settings.ts'

/** An invalid setting. Its message is one line that names the setting and the reason, never its value. */
export class SettingError extends Error {}

const Environment = z.object({
  MODE: z.enum(['local', 'production'], 'must be local or production').default('local'),
  HOST: z.string().trim().min(1, 'must not be blank').default('127.0.0.1'),
  LOCAL_MODE_OPEN: onOff.default('off'),
  PORT: wholeNumber('must be a port')
    .refine((port) => port <= 65_535, 'must be a port')
    .default(3000),
  PROCESSES: z
    .union([z.literal('auto'), wholeNumber('must be auto or a whole number')], 'must be auto or a whole number')
    .transform((value) => (value === 'auto' ? availableParallelism() : value))
    .refine((number) => number >= 1 && number <= MAX_PROCESSES, `must be auto or 1 to ${MAX_PROCESSES}`)
    .default(1),
  PUBLIC_URL: address.refine((value) => !/[?#]/.test(value ?? ''), 'must have no ? and no #'),
  DATA_DIR: z
    .string()
    .refine((path) => path.trim() !== '', 'must not be blank')
    .default('./data'),
  MIN_FREE_MB: count(1024),
  ...storageEnvironment,
  MEDIA_BASE_URL: address,
  ...databaseEnvironment,
  REDIS_URL: redisUrl,
  APP_SECRET: secret.nullable().default(null),
  APP_SECRET_FALLBACKS: z
    .string()
    .default('')
    .transform((value) => value.split(/[\s,]+/).filter((each) => each !== ''))
    .pipe(z.array(secret)),
  SMTP_URL: smtpUrl,
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/, 'must be a mail address, or a name and one in angle brackets')
    .default('Everkin <everkin@localhost>'),
  AUDIENCE: z.enum(['adults', 'adults_and_teens'], 'must be adults or adults_and_teens').default('adults'),
  NSFW_ENABLED: onOff.nullable().default(null),
  NSFW_AGE_RULE: z.enum(['declared', 'verified', 'off'], 'must be declared, verified or off').default('declared'),
  ...ageCheckEnvironment,
  COUNTRY_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/, 'must be the name of a header')
    .nullable()
    .default(null),
  ADMIN_EMAILS: z
    .string()
    .transform((list) => list.split(',').map((email) => email.trim().toLowerCase()))
    .transform((list) => list.filter((email) => email !== ''))
    .refine(
      (list) => list.every((email) => z.email().safeParse(email).success),
      'must be mail addresses with commas between them',
    )
    .default([]),
  SUPPORT_EMAIL: z.email('must be a mail address').nullable().default(null),
  OPERATOR_NAME: text,
  DISCORD_URL: address,
  REACH_CLAIM: text,
  APP_STORE_URL: address,
  PLAY_STORE_URL: address,
  NEW_ACCOUNT_MESSAGES: count(20),
  GUEST_MESSAGES: count(3),
  MESSAGE_PRICE: wholeNumber('must be a whole number').nullable().default(null),
  IMAGE_PRICE: price(10),
  VIDEO_PRICE: price(30),
  FAIR_USE_MESSAGES_PER_DAY: count(2000),
  ...identityEnvironment,
  ...chatModelEnvironment,
  ...endpointEnvironment,
  GENERATED_IMAGE_PRICE: count(5),
  ...paymentEnvironment,
  RATE_LIMITS: onOff.default('on'),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').nullable().default(null),
  HSTS_INCLUDE_SUBDOMAINS: onOff.default('off'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'must be a log level').default('info'),
  TRUST_PROXY: z.string().transform(parseTrustedProxies).default(0),
  ...tracingEnvironment,
})

/** The names of all settings, as operators set them. */
export const SETTING_NAMES: readonly string[] = Object.keys(Environment.shape)

type SettingValues = z.output<typeof Environment>

/**
 * Reads the settings of a server from the environment; an empty value counts as not set.
 * @throws SettingError for the first invalid one.
 */
export function readSettings(environment: NodeJS.Dict<string>): Settings {
  const settings = readCommandSettings(environment)
  assertSafeListening(settings)
  return settings
}

/**
 * Like `readSettings`, for a command, which opens no port: HOST, which a container image sets, may be any.
 * @throws SettingError for the first invalid one.
 */
export function readCommandSettings(environment: NodeJS.Dict<string>): Settings {
  const env = parseEnvironment(environment)
  assertProductionSettings(env)
  assertTeenSettings(env)
  assertAccepted(findAgeCheckConflict(env))
  assertAccepted(findPaymentConflict(env))
  assertSharedOutbox(env)
  assertAccepted(findDatabaseConflict(env))
  assertAccepted(findIdentityConflict(env))
  assertAccepted(findEndpointConflict(env))
  const storage = completeStorage(env)
  if (typeof storage === 'string') throw new SettingError(storage)
  return {
    mode: env.MODE,
    host: env.HOST,
    localModeOpen: env.LOCAL_MODE_OPEN === 'on',
    port: env.PORT,
    processes: env.PROCESSES,
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    dataDir: env.DATA_DIR,
    minFreeMb: env.MIN_FREE_MB,
    storage,
    mediaBaseUrl: env.MEDIA_BASE_URL?.replace(/\/+$/, '') ?? null,
    ...readDatabaseSettings(env),
    redisUrl: env.REDIS_URL,
    appSecret: env.APP_SECRET,
    appSecretFallbacks: env.APP_SECRET_FALLBACKS,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    ...contentSettings(env),
    ...readAgeCheckSettings(env),
    ...siteSettings(env),
    ...priceSettings(env),
    ...readPaymentSettings(env),
    ...readIdentitySettings(env),
    ...readChatModelSettings(env),
    ...readEndpointSettings(env),
    rateLimits: env.RATE_LIMITS === 'on',
    metricsToken: env.METRICS_TOKEN,
    hstsIncludeSubdomains: env.HSTS_INCLUDE_SUBDOMAINS === 'on',
    logLevel: env.LOG_LEVEL,
    trustProxy: env.TRUST_PROXY,
    tracing: readTracing(env),
  }
}

function parseEnvironment(environment: Record<string, string | undefined>): SettingValues {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  // A limit that is silently ignored could cost its operator money.
  if (given.MODEL_TOKENS_PER_DAY_TOTAL !== undefined)
    throw new SettingError(
      'MODEL_TOKENS_PER_DAY_TOTAL is now MODEL_TOKENS_PER_DAY, and the limit of one person MODEL_TOKENS_PER_DAY_PER_PERSON',
    )
  const parsed = Environment.safeParse(given)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new SettingError(`${String(issue?.path[0])} ${issue?.message ?? 'is wrong'}`)
}

/** Who may use the site. Adult content and publishing stay off while a setting that they need is missing. */
function contentSettings(env: SettingValues) {
  const wantsAdultContent = env.NSFW_ENABLED === null ? env.MODE === 'local' : env.NSFW_ENABLED === 'on'
  const missingSettings = findMissingSettings({
    mode: env.MODE,
    adminEmails: env.ADMIN_EMAILS,
    supportEmail: env.SUPPORT_EMAIL,
    countryHeader: env.COUNTRY_HEADER,
    ageCheckIssuer: env.AGE_CHECK_ISSUER,
    wantsAdultContent,
    nsfwAgeRule: env.NSFW_AGE_RULE,
  })
  return {
    audience: env.AUDIENCE,
    nsfwEnabled: wantsAdultContent && !isDisabled('adult_content', missingSettings),
    publishingEnabled: !isDisabled('publishing', missingSettings),
    missingSettings,
    nsfwAgeRule: env.NSFW_AGE_RULE,
    countryHeader: env.COUNTRY_HEADER?.toLowerCase() ?? null,
  }
}

/** The operator, and where else the site is found. */
const siteSettings = (env: SettingValues) => ({
  adminEmails: env.ADMIN_EMAILS,
  supportEmail: env.SUPPORT_EMAIL,
  operatorName: env.OPERATOR_NAME,
  discordUrl: env.DISCORD_URL,
  reachClaim: env.REACH_CLAIM,
  appStoreUrl: env.APP_STORE_URL,
  playStoreUrl: env.PLAY_STORE_URL,
})

/** What things cost, and what is free. */
const priceSettings = (env: SettingValues) => ({
  newAccountMessages: env.NEW_ACCOUNT_MESSAGES,
  guestMessages: env.GUEST_MESSAGES,
  messagePrice: env.MESSAGE_PRICE ?? (env.MODE === 'local' ? 0 : 1),
  imagePrice: env.IMAGE_PRICE,
  videoPrice: env.VIDEO_PRICE,
  generatedImagePrice: env.GENERATED_IMAGE_PRICE,
  fairUseMessagesPerDay: env.FAIR_USE_MESSAGES_PER_DAY,
})

/** Local mode shows sign-in codes on a page and accepts test payments. */
function assertSafeListening({ mode, localModeOpen, host }: Settings): void {
  if (mode === 'local' && !localModeOpen && !isLoopbackHost(host))
    throw new SettingError('HOST must be loopback (127.0.0.1), unless MODE is production or LOCAL_MODE_OPEN is on')
}

function assertProductionSettings(env: SettingValues): void {
  if (env.MODE !== 'production') return
  if (env.DATABASE_URL && !env.APP_SECRET)
    throw new SettingError('APP_SECRET is required in production mode with DATABASE_URL: every process must share it')
  if (!env.SMTP_URL) throw new SettingError('SMTP_URL is required in production mode: sign-in codes go out by mail')
  if (!env.PUBLIC_URL)
    throw new SettingError('PUBLIC_URL is required in production mode: links in mails, cookies and host names need it')
}

/** Settings that are required for serving people under 18: a contact address, and whose law applies. */
function assertTeenSettings(env: SettingValues): void {
  if (env.AUDIENCE === 'adults' || env.MODE !== 'production') return
  for (const name of ['SUPPORT_EMAIL', 'OPERATOR_NAME', 'COUNTRY_HEADER'] as const) {
    if (env[name] === null) throw new SettingError(`${name} is required with AUDIENCE=adults_and_teens`)
  }
}

function assertSharedOutbox(env: SettingValues): void {
  if (env.PROCESSES > 1 && env.DATABASE_URL !== null && env.SMTP_URL === null)
    throw new SettingError(
      'SMTP_URL is required with several PROCESSES: the outbox of local mode belongs to one process',
    )
}

function assertAccepted(refusal: string | null): void {
  if (refusal !== null) throw new SettingError(refusal)
}
