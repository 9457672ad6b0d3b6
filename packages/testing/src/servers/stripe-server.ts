import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { newStripeId, StripeFault, StripePayments, type StripeTestEvent, type TestMethod } from './stripe-payments.ts'

/** A server with intents, charges, refunds and disputes as in Stripe's API reference. */
export interface StripeServer {
  url: string
  secretKey: string
  /** All webhook events, in order. */
  events: StripeTestEvent[]
  /** Answered requests, such as `POST /v1/payment_intents`. */
  requests: string[]
  /** What the page does with the client secret. */
  pay(intentId: string, method: TestMethod): void
  /** Completes the bank's own page. */
  authenticate(intentId: string): void
  /** Completes a slow bank payment. */
  settle(intentId: string): void
  /** The operator's actions in Stripe's dashboard. */
  refund(intentId: string, amount: number): void
  dispute(intentId: string, status: 'needs_response' | 'won' | 'lost'): void
  /** The last refund fails days later, or is cancelled. */
  failRefund(intentId: string, status: 'failed' | 'canceled'): void
  /** Completes a payment of which only `amount` is received, or that is in another currency. */
  receive(intentId: string, amount: number, currency?: string): void
  /** Answers 500 to everything, does the work without answering, or works normally. */
  behave(how: 'well' | 'fail' | 'cut'): void
  close(): Promise<void>
}

/** Signs a body as Stripe does; `at` in unix seconds. */
export function signStripe(payload: string | Uint8Array, secret: string, at: number): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.`).update(payload).digest('hex')}`
}

/** Starts the server on a free port. It keeps its state in memory, and honours idempotency keys. */
export async function startStripeServer(): Promise<StripeServer> {
  const secretKey = newStripeId('sk_test')
  const payments = new StripePayments()
  const routes = routesOf(payments)
  const answers = new Map<string, { request: string; body: unknown }>()
  const requests: string[] = []
  let behaviour: 'well' | 'fail' | 'cut' = 'well'

  const answer = async (request: IncomingMessage): Promise<unknown> => {
    const url = new URL(request.url ?? '/', 'http://stripe.test')
    const text = await readText(request)
    if (behaviour === 'fail') throw new StripeFault(500, 'api_error')
    if (request.headers.authorization !== `Bearer ${secretKey}`) throw new StripeFault(401, 'api_key_invalid')
    const form: Form = request.method === 'POST' ? new URLSearchParams(text) : url.searchParams
    const key = request.headers['idempotency-key']
    const said = `${request.method} ${url.pathname} ${text}`
    const before = typeof key === 'string' ? answers.get(key) : undefined
    if (before && before.request !== said) throw new StripeFault(400, 'idempotency_error')
    if (before) return before.body
    for (const [method, path, work] of routes) {
      const match = path.exec(url.pathname)
      if (request.method !== method || !match) continue
      requests.push(`${method} ${url.pathname}`)
      const body = structuredClone(work(form, match[1] ?? ''))
      if (typeof key === 'string') answers.set(key, { request: said, body })
      return body
    }
    throw new StripeFault(404, 'resource_missing')
  }

  const server = createServer((request, response) => {
    answer(request).then(
      (body) => (behaviour === 'cut' ? response.destroy() : send(response, 200, body)),
      (error: unknown) => {
        if (!(error instanceof StripeFault)) throw error
        send(response, error.status, error.body)
      },
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    secretKey,
    events: payments.events,
    requests,
    pay: (id, method) => payments.pay(id, method),
    authenticate: (id) => payments.succeed(id, '3155'),
    settle: (id) => payments.succeed(id, '0077'),
    refund: (id, amount) => void payments.refund(id, amount),
    dispute: (id, status) => payments.dispute(id, status),
    failRefund: (id, status) => payments.failRefund(id, status),
    receive: (id, amount, currency) => payments.succeed(id, '4242', amount, currency),
    behave: (how) => {
      behaviour = how
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Route = [method: 'GET' | 'POST', path: RegExp, work: (form: Form, id: string) => unknown]

/** The operations of the API that Everkin calls. */
function routesOf(payments: StripePayments): Route[] {
  return [
    [
      'POST',
      /^\/v1\/payment_intents$/,
      (form) =>
        payments.create({
          amount: Number(form.get('amount')),
          currency: form.get('currency') ?? '',
          metadata: metadataOf(form),
        }),
    ],
    [
      'GET',
      /^\/v1\/payment_intents\/(\w+)$/,
      (form, id) => {
        const intent = payments.intentOf(id)
        const isExpanded = form.getAll('expand[0]').concat(form.getAll('expand[]')).includes('latest_charge.refunds')
        const charge = payments.chargeOf(intent)
        if (!isExpanded || !charge) return intent
        const refunds = payments.refundsOf(id)
        const firstTen = { ...listOf(refunds.slice(-10)), has_more: refunds.length > 10 }
        return { ...intent, latest_charge: { ...charge, refunds: firstTen } }
      },
    ],
    ['POST', /^\/v1\/payment_intents\/(\w+)\/cancel$/, (_form, id) => payments.cancel(id)],
    [
      'POST',
      /^\/v1\/refunds$/,
      (form) => payments.refund(form.get('payment_intent') ?? '', Number(form.get('amount')), metadataOf(form)),
    ],
    ['GET', /^\/v1\/refunds$/, (form) => listOf(payments.refundsOf(form.get('payment_intent')))],
    ['GET', /^\/v1\/disputes$/, (form) => listOf(payments.disputesOf(form.get('payment_intent')))],
  ]
}

type Form = URLSearchParams

function metadataOf(form: Form): Record<string, string> {
  const entries = [...form].flatMap(([name, value]) => {
    const key = /^metadata\[(\w+)\]$/.exec(name)?.[1]
    return key ? [[key, value]] : []
  })
  return Object.fromEntries(entries)
}

const listOf = (data: unknown[]) => ({ object: 'list', data, has_more: false })

async function readText(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer) // a stream of bytes
  return Buffer.concat(parts).toString('utf8')
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': newStripeId('req') })
  response.end(JSON.stringify(body))
}
