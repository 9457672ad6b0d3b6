/**
 * The baseline of `sign-in.ts`: the smallest Fastify server that signs in by code and by password. It sends the code by
 * mail, hashes it and the password at the cost that Everkin uses, and keeps everything in memory. SMTP_URL is the mail
 * server.
 */
import { randomBytes, randomInt } from 'node:crypto'
import {
  HASH_COSTS,
  matchesSlowHash,
  type SlowHash,
  slowHash,
} from '@everkin/server/modules/accounts/sign-in/slow-hash.ts'
import Fastify from 'fastify'
import { createTransport } from 'nodemailer'

interface Credentials {
  email: string
  code?: string
  password?: string
}

const transport = createTransport({ url: process.env.SMTP_URL, pool: true })
const codes = new Map<string, SlowHash>()
const passwords = new Map<string, SlowHash>()
const app = Fastify()

app.get('/', async () => 'ready')
app.post<{ Body: Credentials }>('/code', async ({ body }) => {
  const code = String(randomInt(100_000, 1_000_000))
  codes.set(body.email, await slowHash(code, HASH_COSTS.code))
  await transport.sendMail({
    from: 'site@example.org',
    to: body.email,
    subject: 'Your code',
    text: `Hello,\n\n${code}`,
  })
  return {}
})
app.post<{ Body: Credentials }>('/password', async ({ body }) => {
  passwords.set(body.email, await slowHash(body.password ?? '', HASH_COSTS.password))
  return {}
})
app.post<{ Body: Credentials }>('/login', async ({ body }, reply) => {
  const isRight = body.code
    ? await matchesSlowHash(body.code, HASH_COSTS.code, codes.get(body.email) ?? null)
    : await matchesSlowHash(body.password ?? '', HASH_COSTS.password, passwords.get(body.email) ?? null)
  if (!isRight) return reply.code(401).send({})
  return { token: randomBytes(32).toString('hex'), secret: randomBytes(32).toString('hex') }
})
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
