/**
 * How long signing in takes, beside a bare Fastify server that hashes at the same cost and sends the same mails: asking
 * for a code until the answer, signing in with it, and signing in with a password. Rounds are paired; one person at a
 * time.
 *
 *   npm run bench sign-in
 */
import { openMailbox } from '@everkin/testing/servers/mailbox.ts'
import { startProgram } from './measure/processes.ts'
import { cpuMs, heading, median, pairedRatio, row } from './measure/statistics.ts'
import { openStores } from './measure/store.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 40)
const PASSWORD = 'four old lamps'
const STEPS = ['asking for a code', 'signing in with it', 'signing in with a password'] as const

/** Milliseconds of each step. */
type Round = Record<(typeof STEPS)[number], number>

interface Site {
  askForCode(email: string): Promise<void>
  signIn(credentials: Record<string, string>): Promise<Record<string, string>>
  setPassword(email: string, headers: Record<string, string>): Promise<void>
}

const mailbox = await openMailbox()
const stores = openStores()
const bare = await startProgram('bench/bare-sign-in.ts', { environment: { SMTP_URL: mailbox.url } })
const names = ['embedded', 'postgres'] as const
for (const name of names) {
  const store = name === 'postgres' ? await stores.postgres('sign_in') : stores.embedded()
  if (!store) {
    console.log('SKIPPED: PostgreSQL, because no server (15 or later) is installed')
    continue
  }
  await store.fill(async () => undefined)
  const everkin = await store.startEverkin({ SMTP_URL: mailbox.url, RATE_LIMITS: 'off' })
  const sites = { everkin: everkinAt(everkin.origin), bare: bareAt(bare.origin) }
  const rounds: { everkin: Round[]; bare: Round[] } = { everkin: [], bare: [] }
  await Promise.all([measure(sites.everkin, `${name}-warm`), measure(sites.bare, `${name}-warm-bare`)])
  const cpuBefore = [cpuMs(everkin.pid), cpuMs(bare.pid)] as const
  for (let i = 0; i < ROUNDS; i++) {
    rounds.everkin.push(await measure(sites.everkin, `${name}${i}`))
    rounds.bare.push(await measure(sites.bare, `${name}${i}-bare`))
  }
  heading(`Signing in, ${name} database (${ROUNDS} rounds)`, 'step', 'Everkin ms', 'bare ms', 'ratio')
  for (const step of STEPS) {
    const [own, base] = [rounds.everkin.map((round) => round[step]), rounds.bare.map((round) => round[step])]
    row(step, median(own), median(base), pairedRatio(own, base))
  }
  const cpu = [cpuMs(everkin.pid) - cpuBefore[0], cpuMs(bare.pid) - cpuBefore[1]] as const
  row('CPU time of a round', cpu[0] / ROUNDS, cpu[1] / ROUNDS, cpu[0] / cpu[1])
  await everkin.stop()
}
await bare.stop()
await mailbox.close()
await stores.close()
process.exit(0)

async function measure(site: Site, name: string): Promise<Round> {
  const email = `${name}@example.org`
  const asking = await timed(() => site.askForCode(email))
  const code = await mailbox.codeFor(email)
  const byCode = await timed(() => site.signIn({ email, code }))
  await site.setPassword(email, byCode.value)
  const byPassword = await timed(() => site.signIn({ email, password: PASSWORD }))
  return {
    'asking for a code': asking.ms,
    'signing in with it': byCode.ms,
    'signing in with a password': byPassword.ms,
  }
}

async function timed<Value>(work: () => Promise<Value>): Promise<{ ms: number; value: Value }> {
  const started = performance.now()
  const value = await work()
  return { ms: performance.now() - started, value }
}

async function post(url: string, body: object, headers: Record<string, string> = {}): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', platform: '1', ...headers }, // a program, not a browser
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return (await response.json()) as Record<string, unknown> // JSON objects of both servers
}

function everkinAt(origin: string): Site {
  // A client without cookies gets the challenge in the answer.
  const challenges = new Map<unknown, unknown>()
  return {
    async askForCode(email) {
      const { data } = (await post(`${origin}/api/account/sendCode`, { email })) as { data: { challenge?: string } } // the envelope
      challenges.set(email, data.challenge)
    },
    async signIn(credentials) {
      const challenge = credentials.code && challenges.get(credentials.email)
      const { data } = (await post(`${origin}/api/account/emailLogin`, {
        ...credentials,
        ...(challenge ? { challenge } : {}),
      })) as { data: { token: string; secret: string } } // the envelope
      return { 'user-token': data.token, authorization: `Bearer ${data.secret}` }
    },
    async setPassword(_email, headers) {
      await post(`${origin}/api/account/setPassword`, { password: PASSWORD }, headers)
    },
  }
}

function bareAt(origin: string): Site {
  return {
    askForCode: async (email) => void (await post(`${origin}/code`, { email })),
    signIn: async (credentials) => {
      await post(`${origin}/login`, credentials)
      return {}
    },
    setPassword: async (email) => void (await post(`${origin}/password`, { email, password: PASSWORD })),
  }
}
