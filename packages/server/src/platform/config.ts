import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { databaseEnvironment, readDatabaseSettings, refuseDatabase } from './database-settings.ts'
import { endpointEnvironment, readEndpointSettings } from './endpoint-settings.ts'
import { isLoopbackHost, isSentInClear } from './private-hosts.ts'
import { findMissingSettings, isKeptOff } from './required-settings.ts'
import {
  address,
  count,
  MAX_PROCESSES,
  onOff,
  optionalCount,
  price,
  secret,
  serviceUrl,
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
  DATA_DIR: z.string().default('./data'),
  MIN_FREE_MB: count(1024),
  ...storageEnvironment,
  MEDIA_BASE_URL: address,
  ...databaseEnvironment,
  REDIS_URL: serviceUrl(/^rediss?:\/\//, 'must begin with redis://'),
  APP_SECRET: secret.nullable().default(null),
  APP_SECRET_FALLBACKS: z
    .string()
    .default('')
    .transform((value) => value.split(/[\s,]+/).filter((each) => each !== ''))
    .pipe(z.array(secret)),
  SMTP_URL: serviceUrl(/^smtps?:\/\//, 'must begin with smtp://'),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/, 'must be a mail address, or a name and one in angle brackets')
    .default('Everkin <everkin@localhost>'),
  AUDIENCE: z.enum(['adults', 'adults_and_teens'], 'must be adults or adults_and_teens').default('adults'),
  NSFW_ENABLED: onOff.nullable().default(null),
  NSFW_AGE_RULE: z.enum(['declared', 'verified', 'off'], 'must be declared, verified or off').default('declared'),
  AGE_CHECK_ISSUER: address,
  AGE_CHECK_CLIENT_ID: text,
  AGE_CHECK_CLIENT_SECRET: text,
  AGE_CHECK_CLAIM: z
    .string()
    .regex(/^\S{1,200}$/, 'must be the name of a claim')
    .default('age_over_18'),
  AGE_CHECK_SCOPE: z
    .string()
    .trim()
    .refine((scope) => scope.split(/\s+/).includes('openid'), 'must be scopes with spaces between, openid among them')
    .default('openid'),
  AGE_CHECK_NAME: text,
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
  IDENTITY_PROJECT_ID: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/, 'must be the id of a project: letters, digits and hyphens')
    .nullable()
    .default(null),
  IDENTITY_API_KEY: text,
  IDENTITY_AUTH_DOMAIN: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, 'must be a domain, without https://')
    .nullable()
    .default(null),
  IDENTITY_ISSUER: text,
  IDENTITY_JWKS_URL: address,
  IDENTITY_PROVIDERS: z
    .string()
    .transform((list) => list.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum(['google', 'facebook'], 'must be google, facebook, or both with a comma between')))
    .default(['google', 'facebook']),
  MODEL_BASE_URL: address,
  MODEL_API_KEY: text,
  MODEL_NAME: text,
  MODEL_OPERATOR: text,
  MODEL_CONTEXT: wholeNumber('must be a number of tokens')
    .refine((tokens) => tokens >= 1024, 'must be at least 1024')
    .nullable()
    .default(null),
  MODEL_FIRST_TOKEN_SECONDS: optionalCount('seconds', 86_400),
  MODEL_IDLE_SECONDS: optionalCount('seconds', 86_400),
  MODEL_REASONING_TOKENS: count(4000),
  MODEL_TOKENS_PER_DAY: optionalCount('tokens', 1e12),
  MODEL_TOKENS_PER_DAY_PER_PERSON: optionalCount('tokens', 1e12),
  ...endpointEnvironment,
  GENERATED_IMAGE_PRICE: count(5),
  REFUND_DAYS: count(14),
  STRIPE_SECRET_KEY: text,
  STRIPE_PUBLISHABLE_KEY: text,
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .transform((list) => list.split(',').map((secret) => secret.trim()))
    .refine(
      (list) => list.length <= 2 && list.every((secret) => secret !== ''),
      'must be one secret, or two with a comma between them',
    )
    .default([]),
  STRIPE_API_BASE: address,
  SANDBOX_PAYMENTS: onOff.nullable().default(null),
  RATE_LIMITS: onOff.default('on'),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').nullable().default(null),
  HSTS_INCLUDE_SUBDOMAINS: onOff.default('off'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'must be a log level').default('info'),
  TRUST_PROXY: z.string().transform(parseTrustedProxies).default(0),
  ...tracingEnvironment,
})

/** The names of all settings, as operators set them. */
export const SETTING_NAMES: readonly string[] = Object.keys(Environment.shape)

/**
 * Reads the settings of a server from the environment; an empty value counts as not set.
 * @throws SettingError for the first invalid one.
 */
export function readSettings(environment: NodeJS.Dict<string>): Settings {
  const settings = readCommandSettings(environment)
  // Local mode shows sign-in codes on a page and accepts test payments.
  if (settings.mode === 'local' && !settings.localModeOpen && !isLoopbackHost(settings.host))
    throw new SettingError('HOST must be loopback (127.0.0.1), unless MODE is production or LOCAL_MODE_OPEN is on')
  return settings
}

/**
 * Like `readSettings`, for a command, which opens no port: HOST, which a container image sets, may be any.
 * @throws SettingError for the first invalid one.
 */
export function readCommandSettings(environment: NodeJS.Dict<string>): Settings {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  // A limit that is silently ignored could cost its operator money.
  if (given.MODEL_TOKENS_PER_DAY_TOTAL !== undefined)
    throw new SettingError(
      'MODEL_TOKENS_PER_DAY_TOTAL is now MODEL_TOKENS_PER_DAY, and the limit of one person MODEL_TOKENS_PER_DAY_PER_PERSON',
    )
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new SettingError(`${String(issue?.path[0])} ${issue?.message ?? 'is wrong'}`)
  }
  const env = parsed.data
  assertProductionSettings(env)
  assertTeenSettings(env)
  assertCompleteAgeCheck(env)
  const hasStripe = usesStripe(env)
  if (hasStripe && env.SANDBOX_PAYMENTS === 'on') {
    throw new SettingError('SANDBOX_PAYMENTS must be off where the keys of Stripe are set')
  }
  if (env.PROCESSES > 1 && env.DATABASE_URL !== null && env.SMTP_URL === null)
    throw new SettingError(
      'SMTP_URL is required with several PROCESSES: the outbox of local mode belongs to one process',
    )
  const refusal = refuseDatabase(env)
  if (refusal !== null) throw new SettingError(refusal)
  assertCompleteIssuer(env)
  assertCompleteEmbedding(env)
  const storage = completeStorage(env)
  if (typeof storage === 'string') throw new SettingError(storage)
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
    audience: env.AUDIENCE,
    nsfwEnabled: wantsAdultContent && !isKeptOff('adult_content', missingSettings),
    publishingEnabled: !isKeptOff('publishing', missingSettings),
    missingSettings,
    nsfwAgeRule: env.NSFW_AGE_RULE,
    ageCheckIssuer: env.AGE_CHECK_ISSUER,
    ageCheckClientId: env.AGE_CHECK_CLIENT_ID,
    ageCheckClientSecret: env.AGE_CHECK_CLIENT_SECRET,
    ageCheckClaim: env.AGE_CHECK_CLAIM,
    ageCheckScope: env.AGE_CHECK_SCOPE,
    ageCheckName: env.AGE_CHECK_NAME,
    countryHeader: env.COUNTRY_HEADER?.toLowerCase() ?? null,
    adminEmails: env.ADMIN_EMAILS,
    supportEmail: env.SUPPORT_EMAIL,
    operatorName: env.OPERATOR_NAME,
    discordUrl: env.DISCORD_URL,
    reachClaim: env.REACH_CLAIM,
    appStoreUrl: env.APP_STORE_URL,
    playStoreUrl: env.PLAY_STORE_URL,
    newAccountMessages: env.NEW_ACCOUNT_MESSAGES,
    guestMessages: env.GUEST_MESSAGES,
    messagePrice: env.MESSAGE_PRICE ?? (env.MODE === 'local' ? 0 : 1),
    imagePrice: env.IMAGE_PRICE,
    videoPrice: env.VIDEO_PRICE,
    fairUseMessagesPerDay: env.FAIR_USE_MESSAGES_PER_DAY,
    refundDays: env.REFUND_DAYS,
    stripeSecretKey: env.STRIPE_SECRET_KEY,
    stripePublishableKey: env.STRIPE_PUBLISHABLE_KEY,
    stripeWebhookSecrets: env.STRIPE_WEBHOOK_SECRET,
    stripeApiBase: env.STRIPE_API_BASE,
    sandboxPayments: !hasStripe && (env.SANDBOX_PAYMENTS ?? (env.MODE === 'local' ? 'on' : 'off')) === 'on',
    identityProjectId: env.IDENTITY_PROJECT_ID,
    identityApiKey: env.IDENTITY_API_KEY,
    identityAuthDomain: env.IDENTITY_AUTH_DOMAIN,
    identityIssuer: env.IDENTITY_ISSUER,
    identityJwksUrl: env.IDENTITY_JWKS_URL,
    identityProviders: env.IDENTITY_PROVIDERS,
    modelBaseUrl: env.MODEL_BASE_URL,
    modelApiKey: env.MODEL_API_KEY,
    modelName: env.MODEL_NAME,
    modelOperator: env.MODEL_OPERATOR,
    modelContext: env.MODEL_CONTEXT,
    modelFirstTokenSeconds: env.MODEL_FIRST_TOKEN_SECONDS,
    modelIdleSeconds: env.MODEL_IDLE_SECONDS,
    modelReasoningTokens: env.MODEL_REASONING_TOKENS,
    modelTokensPerDay: env.MODEL_TOKENS_PER_DAY,
    modelTokensPerDayPerPerson: env.MODEL_TOKENS_PER_DAY_PER_PERSON,
    ...readEndpointSettings(env),
    generatedImagePrice: env.GENERATED_IMAGE_PRICE,
    rateLimits: env.RATE_LIMITS === 'on',
    metricsToken: env.METRICS_TOKEN,
    hstsIncludeSubdomains: env.HSTS_INCLUDE_SUBDOMAINS === 'on',
    logLevel: env.LOG_LEVEL,
    trustProxy: env.TRUST_PROXY,
    tracing: readTracing(env),
  }
}

function assertProductionSettings(env: z.output<typeof Environment>): void {
  if (env.MODE !== 'production') return
  if (env.DATABASE_URL && !env.APP_SECRET)
    throw new SettingError('APP_SECRET is required in production mode with DATABASE_URL: every process must share it')
  if (!env.SMTP_URL) throw new SettingError('SMTP_URL is required in production mode: sign-in codes go out by mail')
  if (!env.PUBLIC_URL)
    throw new SettingError('PUBLIC_URL is required in production mode: links in mails, cookies and host names need it')
}

/** Settings that are required for serving people under 18: a contact address, and whose law applies. */
function assertTeenSettings(env: z.output<typeof Environment>): void {
  if (env.AUDIENCE === 'adults' || env.MODE !== 'production') return
  for (const name of ['SUPPORT_EMAIL', 'OPERATOR_NAME', 'COUNTRY_HEADER'] as const) {
    if (env[name] === null) throw new SettingError(`${name} is required with AUDIENCE=adults_and_teens`)
  }
}

/** A provider of age checks needs its client id, and answers that nobody can read or change on the way. */
function assertCompleteAgeCheck(env: z.output<typeof Environment>): void {
  if ((env.AGE_CHECK_ISSUER === null) !== (env.AGE_CHECK_CLIENT_ID === null))
    throw new SettingError('AGE_CHECK_ISSUER is required with AGE_CHECK_CLIENT_ID and the other way round')
  if (env.AGE_CHECK_CLIENT_SECRET !== null && env.AGE_CHECK_ISSUER === null)
    throw new SettingError('AGE_CHECK_ISSUER is required with AGE_CHECK_CLIENT_SECRET')
  if (isSentInClear(env.AGE_CHECK_ISSUER))
    throw new SettingError('AGE_CHECK_ISSUER must begin with https://, unless it is in a private network')
}

/** Whether payments use Stripe. @throws SettingError when only some of its three keys are set. */
function usesStripe(env: z.output<typeof Environment>): boolean {
  const keys = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const
  const missing = keys.filter((name) => env[name] === null || env[name].length === 0)
  if (isSentInClear(env.STRIPE_API_BASE))
    throw new SettingError('STRIPE_API_BASE must begin with https://, unless it is in a private network')
  if (missing.length === keys.length) return false
  if (missing[0]) throw new SettingError(`${missing[0]} is required with the other keys of Stripe`)
  return true
}

/** An identity provider needs the project that its tokens are meant for, and an issuer needs its keys. */
function assertCompleteIssuer(env: z.output<typeof Environment>): void {
  const rest = [env.IDENTITY_API_KEY, env.IDENTITY_AUTH_DOMAIN, env.IDENTITY_ISSUER, env.IDENTITY_JWKS_URL]
  if (env.IDENTITY_PROJECT_ID === null && rest.some((value) => value !== null)) {
    throw new SettingError('IDENTITY_PROJECT_ID is required with the other IDENTITY settings: tokens must name it')
  }
  if ((env.IDENTITY_ISSUER === null) !== (env.IDENTITY_JWKS_URL === null)) {
    throw new SettingError('IDENTITY_ISSUER is required with IDENTITY_JWKS_URL and the other way round')
  }
  if (isSentInClear(env.IDENTITY_JWKS_URL))
    throw new SettingError('IDENTITY_JWKS_URL must begin with https://, unless it is in a private network')
}

/**
 * Vectors are stored under their model's name, and only those of one name are compared, so the name cannot be guessed.
 */
function assertCompleteEmbedding(env: z.output<typeof Environment>): void {
  if (env.EMBEDDING_BASE_URL !== null && env.EMBEDDING_NAME === null)
    throw new SettingError('EMBEDDING_NAME is required with EMBEDDING_BASE_URL: vectors are kept under it')
  if (env.EMBEDDING_BASE_URL === null && (env.EMBEDDING_NAME !== null || env.EMBEDDING_API_KEY !== null))
    throw new SettingError('EMBEDDING_BASE_URL is required with the other EMBEDDING settings')
}
