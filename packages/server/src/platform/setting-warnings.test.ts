import { expect, it } from 'vitest'
import { readSettings } from './config.ts'
import { settingWarnings } from './setting-warnings.ts'

const PRODUCTION = {
  MODE: 'production',
  SMTP_URL: 'smtp://mail.example',
  PUBLIC_URL: 'https://everkin.example',
  ADMIN_EMAILS: 'owner@example.org',
  SUPPORT_EMAIL: 'help@example.org',
}
const warningsOf = (environment: Record<string, string>) => settingWarnings(readSettings(environment))

it('has nothing to say about the defaults and a usual site', () => {
  expect(warningsOf({})).toEqual([])
  expect(warningsOf({ RATE_LIMITS: 'off', PUBLIC_URL: 'http://everkin.example' })).toEqual([])
  expect(warningsOf({ ...PRODUCTION, MODEL_BASE_URL: 'https://models.example/v1' })).toEqual([])
})

it.each<[string, Record<string, string>]>([
  ['LOCAL_MODE_OPEN', { LOCAL_MODE_OPEN: 'on' }],
  ['SANDBOX_PAYMENTS', { ...PRODUCTION, SANDBOX_PAYMENTS: 'on' }],
  ['RATE_LIMITS', { ...PRODUCTION, RATE_LIMITS: 'off' }],
  ['PUBLIC_URL', { ...PRODUCTION, PUBLIC_URL: 'http://everkin.example' }],
  ['ADMIN_EMAILS', { ...PRODUCTION, ADMIN_EMAILS: '' }],
  ['SUPPORT_EMAIL', { ...PRODUCTION, SUPPORT_EMAIL: '' }],
  [
    'COUNTRY_HEADER',
    { ...PRODUCTION, NSFW_ENABLED: 'on', AGE_CHECK_ISSUER: 'https://age.example', AGE_CHECK_CLIENT_ID: 'e' },
  ],
  ['AGE_CHECK_ISSUER', { ...PRODUCTION, NSFW_ENABLED: 'on', COUNTRY_HEADER: 'cf-ipcountry' }],
  ['MODEL_BASE_URL', { MODEL_BASE_URL: 'http://models.example/v1', MODEL_API_KEY: 'canary' }],
  ['IMAGE_BASE_URL', { IMAGE_BASE_URL: 'http://203.0.113.9' }],
  ['TRANSCRIPTION_BASE_URL', { TRANSCRIPTION_BASE_URL: 'http://203.0.113.9/v1' }],
  ['MODERATION_BASE_URL', { MODERATION_BASE_URL: 'http://moderation.example/v1' }],
])('warns of %s in one line without its value', (name, environment) => {
  const [warning, ...others] = warningsOf(environment)
  expect(others).toEqual([])
  expect(warning).toMatch(new RegExp(`^${name} [^\\n]+$`))
  expect(warning).not.toMatch(/canary|example|203/)
})

it.each([
  'localhost',
  '127.0.0.2',
  '[::1]',
  '10.0.0.7',
  '192.168.1.20',
  '[fd00::7]',
  'ollama',
  'gpu.lan',
  'a.internal',
])('takes %s for the operator’s own network', (host) =>
  expect(warningsOf({ MODEL_BASE_URL: `http://${host}:8000/v1` })).toEqual([]),
)
