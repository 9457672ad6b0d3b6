import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { describe, expect, it } from 'vitest'
import { readCommandSettings, readSettings, SETTING_NAMES, SettingError, type Settings } from './config.ts'

/** One setting: its default, the result of a valid value, and values that stop the start. */
interface Row {
  name: string
  key: keyof Settings
  otherwise: unknown
  good: [string, unknown][]
  bad: string[]
  /** Other settings that a valid value needs. */
  beside?: Record<string, string>
}

const webAddress = {
  good: [['https://example.org/a', 'https://example.org/a']] as [string, unknown][],
  bad: ['nowhere', 'javascript:alert(1)', 'ftp://canary.example', 'https://me:canary@example.org'],
}
const words = { good: [[' two words ', 'two words']] as [string, unknown][], bad: ['   '] }
const seconds = { good: [['90', 90]] as [string, unknown][], bad: ['0', '5m', '86401', ' '] }
const counts = {
  good: [
    ['0', 0],
    ['12', 12],
  ] as [string, unknown][],
  bad: ['-1', '1.5', 'many', '1e3', '0x10', ' ', '99999999999'],
}

const wholeFrom = (min: number, max: number) => ({
  good: [
    [String(min), min],
    [String(max), max],
  ] as [string, unknown][],
  bad: [String(min - 1), String(max + 1), '1.5', 'many', ' '],
})

const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}

const EMBEDDING = { EMBEDDING_BASE_URL: 'https://embeddings.example/v1', EMBEDDING_NAME: 'e' }

const TABLE: Row[] = [
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    key: 'tracing',
    otherwise: null,
    good: [
      ['http://127.0.0.1:4318', { url: 'http://127.0.0.1:4318/v1/traces', share: 1, reachesModels: false }],
      ['https://c.example/otlp/', { url: 'https://c.example/otlp/v1/traces', share: 1, reachesModels: false }],
    ],
    bad: webAddress.bad,
  },
  {
    name: 'PROCESSES',
    key: 'processes',
    otherwise: 1,
    good: [
      ['1', 1],
      ['3', 3],
      ['auto', availableParallelism()],
    ],
    bad: ['0', '129', '1.5', 'all', ' '],
  },
  { name: 'MODE', key: 'mode', otherwise: 'local', good: [['local', 'local']], bad: ['canary', 'Production'] },
  {
    name: 'HOST',
    key: 'host',
    otherwise: '127.0.0.1',
    good: [
      ['localhost', 'localhost'],
      ['::1', '::1'],
      ['127.0.0.2', '127.0.0.2'],
    ],
    bad: ['  ', '0.0.0.0', '::', '192.168.1.20', 'everkin.example', '127.0.0.1.canary.example'],
  },
  {
    name: 'LOCAL_MODE_OPEN',
    key: 'localModeOpen',
    otherwise: false,
    good: [
      ['on', true],
      ['off', false],
    ],
    bad: ['canary'],
  },
  {
    name: 'PORT',
    key: 'port',
    otherwise: 3000,
    good: [
      ['0', 0],
      ['65535', 65_535],
    ],
    bad: ['65536', '-1', 'eighty', '3000.5', '1e3', ' '],
  },
  {
    name: 'PUBLIC_URL',
    key: 'publicUrl',
    otherwise: null,
    good: [
      ['https://chat.example//', 'https://chat.example'],
      ['http://localhost:3000', 'http://localhost:3000'],
    ],
    bad: [...webAddress.bad, 'https://chat.example?a=b', 'https://chat.example/#top'],
  },
  {
    name: 'DATA_DIR',
    key: 'dataDir',
    otherwise: './data',
    good: [['/var/lib/everkin', '/var/lib/everkin']],
    bad: ['  '],
  },
  {
    name: 'MIN_FREE_MB',
    key: 'minFreeMb',
    otherwise: 1024,
    good: [
      ['0', 0],
      ['200', 200],
    ],
    bad: ['-1', 'much'],
  },
  {
    name: 'STORAGE_URL',
    key: 'storage',
    beside: { STORAGE_ACCESS_KEY: 'me', STORAGE_SECRET_KEY: 'canary' },
    otherwise: null,
    good: [
      [
        's3://files/of/us/?endpoint=http://s3:9000/&region=eu-1&delivery=redirect&public_endpoint=https://files.example',
        {
          bucket: 'files',
          prefix: 'of/us/',
          region: 'eu-1',
          endpoint: 'http://s3:9000',
          isPathStyle: true,
          delivery: 'redirect',
          publicEndpoint: 'https://files.example',
          accessKey: 'me',
          secretKey: 'canary',
          sessionToken: null,
        },
      ],
      [
        's3://files',
        {
          bucket: 'files',
          prefix: '',
          region: 'us-east-1',
          endpoint: 'https://s3.us-east-1.amazonaws.com',
          isPathStyle: false,
          delivery: 'stream',
          publicEndpoint: 'https://s3.us-east-1.amazonaws.com',
          accessKey: 'me',
          secretKey: 'canary',
          sessionToken: null,
        },
      ],
    ],
    bad: [
      'canary',
      'https://files.example',
      's3://me:canary@files',
      's3://f',
      's3://files/../other',
      's3://files?endpoint=http://files.example',
      's3://files?endpoint=ftp://files.example',
      's3://files?endpoint=https://s3.example/?canary=1',
      's3://files?style=virtual',
      's3://files?delivery=canary',
      's3://files?region=canary!',
      's3://files?secret=canary',
    ],
  },
  {
    name: 'MEDIA_BASE_URL',
    key: 'mediaBaseUrl',
    otherwise: null,
    good: [['https://media.example/', 'https://media.example']],
    bad: webAddress.bad,
  },
  {
    name: 'DATABASE_URL',
    key: 'databaseUrl',
    otherwise: null,
    good: [['postgres://me:canary@db/everkin', 'postgres://me:canary@db/everkin']],
    bad: ['mysql://me:canary@db/x', 'canary', 'postgres://me:canary@[bad'],
  },
  {
    name: 'DATABASE_DIRECT_URL',
    key: 'databaseDirectUrl',
    otherwise: null,
    good: [['postgres://me:canary@db/everkin', 'postgres://me:canary@db/everkin']],
    bad: ['mysql://me:canary@db/x', 'canary', 'postgres://me:canary@[bad'],
    beside: { DATABASE_URL: 'postgres://pooler/everkin' },
  },
  {
    name: 'DATABASE_READ_URL',
    key: 'databaseReadUrl',
    otherwise: null,
    good: [['postgres://me:canary@replica/everkin', 'postgres://me:canary@replica/everkin']],
    bad: ['mysql://me:canary@db/x', 'canary', 'postgres://me:canary@[bad'],
    beside: { DATABASE_URL: 'postgres://primary/everkin' },
  },
  { name: 'DATABASE_READ_MAX_LAG_SECONDS', key: 'databaseReadLagSeconds', otherwise: 5, ...wholeFrom(1, 60) },
  { name: 'DATABASE_POOL_SIZE', key: 'databasePoolSize', otherwise: 10, ...wholeFrom(1, 1000) },
  { name: 'DATABASE_CONNECT_TIMEOUT_SECONDS', key: 'databaseConnectSeconds', otherwise: 5, ...wholeFrom(1, 86_400) },
  {
    name: 'DATABASE_STATEMENT_TIMEOUT_SECONDS',
    key: 'databaseStatementSeconds',
    otherwise: 15,
    ...wholeFrom(0, 86_400),
  },
  { name: 'DATABASE_LOCK_TIMEOUT_SECONDS', key: 'databaseLockSeconds', otherwise: 10, ...wholeFrom(0, 86_400) },
  {
    name: 'DATABASE_IDLE_TRANSACTION_TIMEOUT_SECONDS',
    key: 'databaseIdleTransactionSeconds',
    otherwise: 60,
    ...wholeFrom(0, 86_400),
  },
  {
    name: 'DATABASE_EMBEDDED',
    key: 'embeddedDatabase',
    otherwise: 'pglite',
    good: [['postgres', 'postgres']],
    bad: ['Postgres', 'sqlite'],
  },
  {
    name: 'REDIS_URL',
    key: 'redisUrl',
    otherwise: null,
    good: [['rediss://:canary@cache', 'rediss://:canary@cache']],
    bad: ['http://cache', 'redis://[bad', 'redis://:50%canary@cache'],
  },
  {
    name: 'APP_SECRET',
    key: 'appSecret',
    otherwise: null,
    good: [['x'.repeat(32), 'x'.repeat(32)]],
    bad: ['canary', 'y'.repeat(31)],
  },
  {
    name: 'APP_SECRET_FALLBACKS',
    key: 'appSecretFallbacks',
    otherwise: [],
    good: [
      ['x'.repeat(32), ['x'.repeat(32)]],
      [`${'x'.repeat(32)}, ${'y'.repeat(40)}`, ['x'.repeat(32), 'y'.repeat(40)]],
    ],
    bad: ['canary', `${'x'.repeat(32)},canary`],
  },
  {
    name: 'SMTP_URL',
    key: 'smtpUrl',
    otherwise: null,
    good: [
      ['smtp://me:canary@mail', 'smtp://me:canary@mail'],
      ['smtp://mail:587/?tls=optional', 'smtp://mail:587/?tls=optional'],
    ],
    bad: ['mail.example', 'smtp://[bad', 'smtp://me:canary@mail?debug=true', 'smtp://mail?tls=off'],
  },
  {
    name: 'MAIL_FROM',
    key: 'mailFrom',
    otherwise: 'Everkin <everkin@localhost>',
    good: [
      ['Us <us@example.org>', 'Us <us@example.org>'],
      ['us@example.org', 'us@example.org'],
    ],
    bad: ['Us', 'us@example.org\r\nBcc: x@example.org'],
  },
  {
    name: 'AUDIENCE',
    key: 'audience',
    otherwise: 'adults',
    good: [
      ['adults', 'adults'],
      ['adults_and_teens', 'adults_and_teens'],
    ],
    bad: ['canary', 'minors'],
  },
  {
    name: 'AGE_CHECK_ISSUER',
    key: 'ageCheckIssuer',
    otherwise: null,
    good: [['https://age.example/', 'https://age.example/']],
    bad: [...webAddress.bad, 'http://canary.example'],
    beside: { AGE_CHECK_CLIENT_ID: 'everkin' },
  },
  {
    name: 'AGE_CHECK_CLIENT_ID',
    key: 'ageCheckClientId',
    otherwise: null,
    good: [['everkin', 'everkin']],
    bad: ['  '],
    beside: { AGE_CHECK_ISSUER: 'https://age.example' },
  },
  {
    name: 'AGE_CHECK_CLIENT_SECRET',
    key: 'ageCheckClientSecret',
    otherwise: null,
    good: [['s3cret', 's3cret']],
    bad: ['  '],
    beside: { AGE_CHECK_ISSUER: 'https://age.example', AGE_CHECK_CLIENT_ID: 'everkin' },
  },
  {
    name: 'AGE_CHECK_CLAIM',
    key: 'ageCheckClaim',
    otherwise: 'age_over_18',
    good: [['birthdate', 'birthdate']],
    bad: ['two words'],
  },
  {
    name: 'AGE_CHECK_SCOPE',
    key: 'ageCheckScope',
    otherwise: 'openid',
    good: [['openid age', 'openid age']],
    bad: ['profile'],
  },
  { name: 'AGE_CHECK_NAME', key: 'ageCheckName', otherwise: null, ...words },
  {
    name: 'NSFW_ENABLED',
    key: 'nsfwEnabled',
    otherwise: true,
    good: [
      ['off', false],
      ['on', true],
    ],
    bad: ['true', '1', 'ON'],
  },
  {
    name: 'NSFW_AGE_RULE',
    key: 'nsfwAgeRule',
    otherwise: 'declared',
    good: [
      ['verified', 'verified'],
      ['off', 'off'],
    ],
    bad: ['none'],
  },
  {
    name: 'COUNTRY_HEADER',
    key: 'countryHeader',
    otherwise: null,
    good: [['CF-IPCountry', 'cf-ipcountry']],
    bad: ['two words', 'a:b'],
  },
  {
    name: 'ADMIN_EMAILS',
    key: 'adminEmails',
    otherwise: [],
    good: [
      ['A@example.org, b@example.org,', ['a@example.org', 'b@example.org']],
      ['a@example.org', ['a@example.org']],
    ],
    bad: ['canary', 'a@example.org;b@example.org'],
  },
  {
    name: 'SUPPORT_EMAIL',
    key: 'supportEmail',
    otherwise: null,
    good: [['help@example.org', 'help@example.org']],
    bad: ['help'],
  },
  { name: 'OPERATOR_NAME', key: 'operatorName', otherwise: null, ...words },
  { name: 'DISCORD_URL', key: 'discordUrl', otherwise: null, ...webAddress },
  { name: 'REACH_CLAIM', key: 'reachClaim', otherwise: null, ...words },
  { name: 'APP_STORE_URL', key: 'appStoreUrl', otherwise: null, ...webAddress },
  { name: 'PLAY_STORE_URL', key: 'playStoreUrl', otherwise: null, ...webAddress },
  { name: 'NEW_ACCOUNT_MESSAGES', key: 'newAccountMessages', otherwise: 20, ...counts },
  { name: 'GUEST_MESSAGES', key: 'guestMessages', otherwise: 3, ...counts },
  { name: 'MESSAGE_PRICE', key: 'messagePrice', otherwise: 0, ...counts },
  {
    name: 'IMAGE_PRICE',
    key: 'imagePrice',
    otherwise: 10,
    ...counts,
    good: [['12', 12]],
    bad: ['0', '-1', '1.5', 'x'],
  },
  {
    name: 'VIDEO_PRICE',
    key: 'videoPrice',
    otherwise: 30,
    ...counts,
    good: [['12', 12]],
    bad: ['0', '-1', '1.5', 'x'],
  },
  { name: 'FAIR_USE_MESSAGES_PER_DAY', key: 'fairUseMessagesPerDay', otherwise: 2000, ...counts },
  { name: 'IMAGE_BASE_URL', key: 'imageBaseUrl', otherwise: null, ...webAddress },
  { name: 'IMAGE_API_KEY', key: 'imageApiKey', otherwise: null, ...words },
  { name: 'IMAGE_NAME', key: 'imageName', otherwise: null, ...words },
  {
    name: 'IMAGE_API',
    key: 'imageApi',
    otherwise: 'auto',
    good: [['stable_diffusion', 'stable_diffusion']],
    bad: ['webui', 'OpenAI'],
  },
  { name: 'GENERATED_IMAGE_PRICE', key: 'generatedImagePrice', otherwise: 5, ...counts },
  { name: 'REFUND_DAYS', key: 'refundDays', otherwise: 14, ...wholeFrom(0, 36_500) },
  { name: 'STRIPE_SECRET_KEY', key: 'stripeSecretKey', otherwise: null, ...words, beside: stripe },
  { name: 'STRIPE_PUBLISHABLE_KEY', key: 'stripePublishableKey', otherwise: null, ...words, beside: stripe },
  {
    name: 'STRIPE_WEBHOOK_SECRET',
    key: 'stripeWebhookSecrets',
    otherwise: [],
    good: [
      ['whsec_1', ['whsec_1']],
      ['whsec_1, whsec_2', ['whsec_1', 'whsec_2']],
    ],
    bad: ['a,,b', 'canary-one,canary-two,canary-three'],
    beside: stripe,
  },
  { name: 'STRIPE_API_BASE', key: 'stripeApiBase', otherwise: null, ...webAddress },
  {
    name: 'SANDBOX_PAYMENTS',
    key: 'sandboxPayments',
    otherwise: true,
    good: [
      ['on', true],
      ['off', false],
    ],
    bad: ['yes'],
  },
  {
    name: 'IDENTITY_PROJECT_ID',
    key: 'identityProjectId',
    otherwise: null,
    good: [['my-project-1', 'my-project-1']],
    bad: ['my project', 'https://canary.example'],
  },
  { name: 'IDENTITY_API_KEY', key: 'identityApiKey', otherwise: null, ...words, beside: { IDENTITY_PROJECT_ID: 'p' } },
  {
    name: 'IDENTITY_AUTH_DOMAIN',
    key: 'identityAuthDomain',
    otherwise: null,
    good: [['sign-in.example.org', 'sign-in.example.org']],
    bad: ['https://canary.example', 'localhost', 'a b.example', 'x.example; script-src *'],
    beside: { IDENTITY_PROJECT_ID: 'p' },
  },
  {
    name: 'IDENTITY_ISSUER',
    key: 'identityIssuer',
    otherwise: null,
    ...words,
    beside: { IDENTITY_PROJECT_ID: 'p', IDENTITY_JWKS_URL: 'https://issuer.example/keys' },
  },
  {
    name: 'IDENTITY_JWKS_URL',
    key: 'identityJwksUrl',
    otherwise: null,
    ...webAddress,
    beside: { IDENTITY_PROJECT_ID: 'p', IDENTITY_ISSUER: 'https://issuer.example' },
  },
  {
    name: 'IDENTITY_PROVIDERS',
    key: 'identityProviders',
    otherwise: ['google', 'facebook'],
    good: [
      ['google', ['google']],
      ['facebook, google', ['facebook', 'google']],
    ],
    bad: ['Canary', 'google canary', 'google,,'],
  },
  { name: 'MODEL_BASE_URL', key: 'modelBaseUrl', otherwise: null, ...webAddress },
  { name: 'MODEL_API_KEY', key: 'modelApiKey', otherwise: null, ...words },
  { name: 'MODEL_NAME', key: 'modelName', otherwise: null, ...words },
  { name: 'MODEL_OPERATOR', key: 'modelOperator', otherwise: null, ...words },
  { name: 'SPEECH_BASE_URL', key: 'speechBaseUrl', otherwise: null, ...webAddress },
  { name: 'SPEECH_API_KEY', key: 'speechApiKey', otherwise: null, ...words },
  { name: 'SPEECH_NAME', key: 'speechName', otherwise: null, ...words },
  { name: 'TRANSCRIPTION_BASE_URL', key: 'transcriptionBaseUrl', otherwise: null, ...webAddress },
  { name: 'TRANSCRIPTION_API_KEY', key: 'transcriptionApiKey', otherwise: null, ...words },
  { name: 'TRANSCRIPTION_NAME', key: 'transcriptionName', otherwise: null, ...words },
  { name: 'MODERATION_BASE_URL', key: 'moderationBaseUrl', otherwise: null, ...webAddress },
  { name: 'MODERATION_API_KEY', key: 'moderationApiKey', otherwise: null, ...words },
  { name: 'MODERATION_NAME', key: 'moderationName', otherwise: null, ...words },
  {
    name: 'MODERATION_API',
    key: 'moderationApi',
    otherwise: 'auto',
    good: [
      ['moderations', 'moderations'],
      ['chat', 'chat'],
    ],
    bad: ['Canary', 'openai'],
  },
  {
    name: 'SPEECH_VOICES',
    key: 'speechVoices',
    otherwise: {
      female: ['nova', 'shimmer', 'coral', 'sage'],
      male: ['onyx', 'echo', 'ash'],
      other: ['alloy', 'fable'],
    },
    good: [
      ['af_sky:female, am_adam:male,bf_x', { female: ['af_sky'], male: ['am_adam'], other: ['bf_x'] }],
      ['kokoro', { female: [], male: [], other: ['kokoro'] }],
    ],
    bad: ['a,,b', 'nova:lady', 'a b', ' '],
  },
  {
    name: 'MODEL_CONTEXT',
    key: 'modelContext',
    otherwise: null,
    good: [['1024', 1024]],
    bad: ['1023', 'long', '8k', ' '],
  },
  { name: 'MODEL_FIRST_TOKEN_SECONDS', key: 'modelFirstTokenSeconds', otherwise: null, ...seconds },
  { name: 'MODEL_IDLE_SECONDS', key: 'modelIdleSeconds', otherwise: null, ...seconds },
  ...(
    [
      ['MODEL_TOKENS_PER_DAY', 'modelTokensPerDay'],
      ['MODEL_TOKENS_PER_DAY_PER_PERSON', 'modelTokensPerDayPerPerson'],
    ] as const
  ).map(([name, key]) => ({
    name,
    key,
    otherwise: null,
    good: [['5000000000', 5_000_000_000]] as [string, number][],
    bad: ['0', '-1', '5M', ' '],
  })),
  { name: 'MODEL_REASONING_TOKENS', key: 'modelReasoningTokens', otherwise: 4000, good: [['0', 0]], bad: ['-1', '4k'] },
  {
    name: 'EMBEDDING_BASE_URL',
    key: 'embeddingBaseUrl',
    otherwise: null,
    ...webAddress,
    beside: { EMBEDDING_NAME: 'e' },
  },
  { name: 'EMBEDDING_API_KEY', key: 'embeddingApiKey', otherwise: null, ...words, beside: EMBEDDING },
  {
    name: 'EMBEDDING_NAME',
    key: 'embeddingName',
    otherwise: null,
    ...words,
    beside: { EMBEDDING_BASE_URL: EMBEDDING.EMBEDDING_BASE_URL },
  },
  {
    name: 'RATE_LIMITS',
    key: 'rateLimits',
    otherwise: true,
    good: [
      ['off', false],
      ['on', true],
    ],
    bad: ['no', 'false'],
  },
  {
    name: 'METRICS_TOKEN',
    key: 'metricsToken',
    otherwise: null,
    good: [['t'.repeat(16), 't'.repeat(16)]],
    bad: ['canary', 't'.repeat(15)],
  },
  {
    name: 'HSTS_INCLUDE_SUBDOMAINS',
    key: 'hstsIncludeSubdomains',
    otherwise: false,
    good: [
      ['on', true],
      ['off', false],
    ],
    bad: ['yes'],
  },
  { name: 'LOG_LEVEL', key: 'logLevel', otherwise: 'info', good: [['trace', 'trace']], bad: ['loud'] },
  {
    name: 'TRUST_PROXY',
    key: 'trustProxy',
    otherwise: 0,
    good: [
      ['off', 0],
      ['on', 1],
      ['2', 2],
      ['10.0.0.0/8, 2001:db8::1', ['10.0.0.0/8', '2001:db8::1']],
      ['loopback', ['loopback']],
    ],
    bad: ['yes', '-1', '10', '0.0.0.0/0', '::/0', '10.0.0.0/33', '10.0.0.0/8,,', 'canary.example'],
  },
]
/** What a public site needs for everything that it can do. */
const COMPLETE = {
  ADMIN_EMAILS: 'owner@example.org',
  SUPPORT_EMAIL: 'help@example.org',
  COUNTRY_HEADER: 'cf-ipcountry',
  AGE_CHECK_ISSUER: 'https://age.example',
  AGE_CHECK_CLIENT_ID: 'everkin',
}
/** What production mode does not start without. */
const PRODUCTION = { MODE: 'production', SMTP_URL: 'smtp://mail.example', PUBLIC_URL: 'https://everkin.example' }

function refusalOf(environment: Record<string, string>): string {
  try {
    readSettings(environment)
  } catch (error) {
    if (error instanceof SettingError) return error.message
    throw error
  }
  return 'no refusal'
}

describe('settings', () => {
  it('has a row here for every setting', () => {
    const derived = ['publishingEnabled', 'missingSettings']
    const keys = [...TABLE.map((row) => row.key), ...derived]
    expect(keys.sort()).toEqual(Object.keys(readSettings({})).sort())
  })

  it('is described in docs/operations.md, whose tables name no other settings', () => {
    const page = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8')
    const section = page.slice(page.indexOf('\n## Settings'), page.indexOf('\n## Local mode'))
    const rows = [...section.matchAll(/^\| ([A-Z][A-Z0-9_, ]+) \|/gm)].flatMap(([, names = '']) => names.split(', '))
    expect(rows.filter((name) => !SETTING_NAMES.includes(name))).toEqual([])
    // Those of AWS are named beside the settings that they stand in for.
    const inText = SETTING_NAMES.filter((name) => name.startsWith('AWS_') && page.includes(name))
    expect([...rows, ...inText].sort()).toEqual([...SETTING_NAMES].sort())
  })

  it('OPS-03: names the new name of a limit that had another one', () => {
    expect(refusalOf({ MODEL_TOKENS_PER_DAY_TOTAL: '5000' })).toContain('is now MODEL_TOKENS_PER_DAY,')
    expect(refusalOf({ MODEL_TOKENS_PER_DAY_TOTAL: '' })).toBe('no refusal')
  })

  describe.each(TABLE)('$name', ({ name, key, otherwise, good, bad, beside }) => {
    it('has its default, also when it is empty', () => {
      expect(readSettings({})[key]).toEqual(otherwise)
      expect(readSettings({ [name]: '' })[key]).toEqual(otherwise)
    })

    it('accepts valid values', () => {
      for (const [value, becomes] of good) expect(readSettings({ ...beside, [name]: value })[key]).toEqual(becomes)
    })

    it('OPS-03: rejects an invalid value with one line that names the setting and not its value', () => {
      for (const value of bad) {
        const line = refusalOf({ [name]: value })
        expect(line, `${name} took a bad value`).toMatch(new RegExp(`^${name} [a-z][^\\n]{5,100}$`))
        if (value.trim().length > 4) expect(line).not.toContain(value.trim())
        expect(line).not.toContain('canary')
      }
    })
  })

  it('requires a mail server for several processes, whose outboxes would differ', () => {
    const several = { PROCESSES: '2', DATABASE_URL: 'postgres://db/everkin' }
    expect(refusalOf(several)).toMatch(/^SMTP_URL is required/)
    expect(readSettings({ ...several, SMTP_URL: 'smtp://mail.example' }).processes).toBe(2)
    expect(readSettings({ PROCESSES: '2' }).processes).toBe(2)
  })

  it('requires the database with its direct address and its replica', () => {
    expect(refusalOf({ DATABASE_READ_URL: 'postgres://canary/everkin' })).toMatch(/^DATABASE_URL is required/)
    expect(refusalOf({ DATABASE_DIRECT_URL: 'postgres://canary/everkin' })).toMatch(/^DATABASE_URL is required/)
  })

  it('requires a mail server and a URL in production mode, and a shared secret with PostgreSQL', () => {
    const { SMTP_URL: _smtp, ...withoutMail } = PRODUCTION
    const { PUBLIC_URL: _url, ...withoutUrl } = PRODUCTION
    const database = { DATABASE_URL: 'postgres://db/everkin' }
    expect(refusalOf(withoutMail)).toMatch(/^SMTP_URL is required/)
    expect(refusalOf(withoutUrl)).toMatch(/^PUBLIC_URL is required/)
    expect(refusalOf({ ...PRODUCTION, ...database })).toMatch(/^APP_SECRET is required/)
    expect(readSettings(PRODUCTION).appSecret).toBeNull()
    expect(readSettings({ ...PRODUCTION, ...database, APP_SECRET: 's'.repeat(32) }).mode).toBe('production')
    expect(readSettings(database).mode).toBe('local')
  })

  it('listens beyond loopback in production mode, or in local mode with LOCAL_MODE_OPEN; a command does not listen', () => {
    const everywhere = { HOST: '0.0.0.0' }
    expect(refusalOf(everywhere)).toMatch(/LOCAL_MODE_OPEN is on$/)
    expect(readCommandSettings(everywhere)).toMatchObject({ mode: 'local', host: '0.0.0.0' })
    expect(readSettings({ ...everywhere, LOCAL_MODE_OPEN: 'on' })).toMatchObject({ mode: 'local', host: '0.0.0.0' })
    expect(readSettings({ ...everywhere, ...PRODUCTION }).host).toBe('0.0.0.0')
  })

  it('takes the keys of a bucket from its own settings, or from those of other programs for AWS', () => {
    const refusal = (given: Record<string, string>) => () => readSettings(given)
    const bucket = { STORAGE_URL: 's3://files' }
    expect(refusal(bucket)).toThrow('STORAGE_ACCESS_KEY is required with STORAGE_URL')
    const aws = {
      AWS_ACCESS_KEY_ID: 'them',
      AWS_SECRET_ACCESS_KEY: 'canary',
      AWS_SESSION_TOKEN: 't',
      AWS_REGION: 'eu-2',
    }
    expect(readSettings({ ...bucket, ...aws }).storage).toMatchObject({
      accessKey: 'them',
      sessionToken: 't',
      endpoint: 'https://s3.eu-2.amazonaws.com',
    })
    const own = { STORAGE_ACCESS_KEY: 'me', STORAGE_SECRET_KEY: 'canary' }
    expect(readSettings({ ...bucket, ...aws, ...own }).storage).toMatchObject({ accessKey: 'me', sessionToken: null })
    expect(refusal({ ...bucket, ...aws, STORAGE_ACCESS_KEY: 'me' })).toThrow('STORAGE_SECRET_KEY is required')
    expect(refusal(own)).toThrow('STORAGE_URL is required')
    expect(readSettings(aws).storage).toBeNull()
  })

  it('requires all keys of Stripe or none, and no sandbox beside them', () => {
    const { STRIPE_WEBHOOK_SECRET: _left, ...others } = stripe
    expect(refusalOf(others)).toMatch(/^STRIPE_WEBHOOK_SECRET is required/)
    expect(refusalOf({ STRIPE_PUBLISHABLE_KEY: 'pk_test_1' })).toMatch(/^STRIPE_SECRET_KEY is required/)
    const swapped = { ...stripe, STRIPE_PUBLISHABLE_KEY: 'sk_test_canary', STRIPE_SECRET_KEY: 'pk_test_canary' }
    expect(refusalOf(swapped)).toMatch(/^STRIPE_PUBLISHABLE_KEY must be the key that begins with pk_/)
    expect(refusalOf({ ...stripe, STRIPE_SECRET_KEY: 'pk_test_canary' })).toMatch(/^STRIPE_SECRET_KEY must/)
    expect(refusalOf({ ...stripe, STRIPE_SECRET_KEY: 'sk_live_canary' })).toMatch(/both be for tests or both for live/)
    expect(refusalOf({ ...stripe, SANDBOX_PAYMENTS: 'on' })).toMatch(/^SANDBOX_PAYMENTS must be off/)
    expect(readSettings(stripe).sandboxPayments).toBe(false)
    expect(refusalOf({ ...stripe, STRIPE_API_BASE: 'http://canary.example' })).toMatch(/^STRIPE_API_BASE must begin/)
  })

  it('has the payments sandbox on in local mode and off in production by default', () => {
    expect(readSettings(PRODUCTION).sandboxPayments).toBe(false)
    expect(readSettings({ ...PRODUCTION, SANDBOX_PAYMENTS: 'on' }).sandboxPayments).toBe(true)
  })

  it('makes messages free in local mode and charges for them in production by default', () => {
    expect(readSettings(PRODUCTION).messagePrice).toBe(1)
    expect(readSettings({ ...PRODUCTION, MESSAGE_PRICE: '0' }).messagePrice).toBe(0)
  })

  it('requires the project of an identity provider, and the keys of an issuer', () => {
    expect(refusalOf({ EMBEDDING_BASE_URL: 'https://canary.example' })).toMatch(/^EMBEDDING_NAME is required/)
    expect(refusalOf({ EMBEDDING_API_KEY: 'canary' })).toMatch(/^EMBEDDING_BASE_URL is required/)
    expect(refusalOf({ IDENTITY_API_KEY: 'canary' })).toMatch(/^IDENTITY_PROJECT_ID is required/)
    const project = { IDENTITY_PROJECT_ID: 'p' }
    expect(refusalOf({ ...project, IDENTITY_ISSUER: 'https://canary.example' })).toMatch(/^IDENTITY_ISSUER is required/)
    expect(refusalOf({ ...project, IDENTITY_JWKS_URL: 'https://canary.example' })).toMatch(/^IDENTITY_ISSUER is/)
    const inClear = { ...project, IDENTITY_ISSUER: 'i', IDENTITY_JWKS_URL: 'http://canary.example/keys' }
    expect(refusalOf(inClear)).toMatch(/^IDENTITY_JWKS_URL must begin with https/)
    const nearby = { ...inClear, IDENTITY_JWKS_URL: 'http://10.0.0.7/keys' }
    expect(readSettings(nearby).identityJwksUrl).toBe('http://10.0.0.7/keys')
  })

  it('has adult content on in local mode and off in production by default', () => {
    expect(readSettings(PRODUCTION).nsfwEnabled).toBe(false)
    expect(readSettings({ ...PRODUCTION, ...COMPLETE, NSFW_ENABLED: 'on' }).nsfwEnabled).toBe(true)
  })

  it('keeps off in production mode what needs a setting that is missing, and says which', () => {
    const read = (environment: Record<string, string>) => {
      const { nsfwEnabled, publishingEnabled, missingSettings } = readSettings({ ...PRODUCTION, ...environment })
      return { nsfwEnabled, publishingEnabled, missing: missingSettings.map(({ name }) => name) }
    }
    const on = { ...COMPLETE, NSFW_ENABLED: 'on' }
    expect(read({})).toMatchObject({ publishingEnabled: false, missing: ['ADMIN_EMAILS', 'SUPPORT_EMAIL'] })
    expect(read(on)).toEqual({ nsfwEnabled: true, publishingEnabled: true, missing: [] })
    for (const name of ['ADMIN_EMAILS', 'SUPPORT_EMAIL'])
      expect(read({ ...on, [name]: '' })).toEqual({ nsfwEnabled: false, publishingEnabled: false, missing: [name] })
    const noCountry = read({ ...on, COUNTRY_HEADER: '' })
    expect(noCountry).toEqual({ nsfwEnabled: false, publishingEnabled: true, missing: ['COUNTRY_HEADER'] })
    const noCheck = { ...on, AGE_CHECK_ISSUER: '', AGE_CHECK_CLIENT_ID: '' }
    expect(read(noCheck)).toEqual({ nsfwEnabled: true, publishingEnabled: true, missing: ['AGE_CHECK_ISSUER'] })
    expect(read({ ...noCheck, NSFW_AGE_RULE: 'verified' }).nsfwEnabled).toBe(false)
    // Nothing is missing for what nobody has turned on.
    const { COUNTRY_HEADER: _country, AGE_CHECK_ISSUER: _issuer, AGE_CHECK_CLIENT_ID: _client, ...reviewed } = COMPLETE
    expect(read(reviewed).missing).toEqual([])
    expect(read({ ...reviewed, NSFW_ENABLED: 'on', NSFW_AGE_RULE: 'off' }).missing).toEqual([])
    expect(readSettings({})).toMatchObject({ nsfwEnabled: true, publishingEnabled: true, missingSettings: [] })
  })
})
