import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A card or bank of Stripe's test mode, by its outcome. */
export type TestMethod = 'paid' | 'declined' | 'confirm' | 'slow'

interface StripeTestEvent {
  id: string
  type: string
  data: { object: Record<string, unknown> }
}

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
  /** Answers 500 to everything, does the work without answering, or works normally. */
  behave(how: 'well' | 'fail' | 'cut'): void
  close(): Promise<void>
}

interface Intent {
  id: string
  object: 'payment_intent'
  amount: number
  amount_received: number
  currency: string
  status: string
  client_secret: string
  metadata: Record<string, string>
  latest_charge: string | null
  last_payment_error: { type: string; code: string; decline_code: string } | null
}

interface Charge {
  id: string
  object: 'charge'
  amount: number
  amount_captured: number
  amount_refunded: number
  captured: boolean
  paid: boolean
  refunded: boolean
  disputed: boolean
  status: 'succeeded'
  currency: string
  payment_intent: string
  metadata: Record<string, string>
  payment_method_details: { type: 'card'; card: { last4: string } }
}

interface Refund {
  id: string
  object: 'refund'
  amount: number
  payment_intent: string
  status: 'succeeded'
  metadata: Record<string, string>
}

interface Dispute {
  id: string
  object: 'dispute'
  amount: number
  currency: string
  charge: string
  payment_intent: string
  status: string
}

class StripeFault extends Error {
  readonly status: number
  readonly body: Record<string, unknown>
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.body = { error: { type: 'invalid_request_error', code } }
  }
}

const newStripeId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`

/** Signs a body as Stripe does; `at` in unix seconds. */
export function signStripe(payload: string | Uint8Array, secret: string, at: number): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.`).update(payload).digest('hex')}`
}

export async function startStripeServer(): Promise<StripeServer> {
  const secretKey = newStripeId('sk_test')
  const intents = new Map<string, Intent>()
  const charges = new Map<string, Charge>()
  const refunds: Refund[] = []
  const disputes = new Map<string, Dispute>()
  const answers = new Map<string, { request: string; body: unknown }>()
  const events: StripeTestEvent[] = []
  const requests: string[] = []
  let behaviour: 'well' | 'fail' | 'cut' = 'well'

  const tell = (type: string, object: object) =>
    events.push({ id: newStripeId('evt'), type, data: { object: structuredClone(object) as Record<string, unknown> } }) // its own plain objects
  const intentOf = (id: string) => {
    const intent = intents.get(id)
    if (!intent) throw new StripeFault(404, 'resource_missing')
    return intent
  }
  const chargeOf = (intent: Intent) => (intent.latest_charge === null ? undefined : charges.get(intent.latest_charge))

  const succeed = (intent: Intent, last4: string) => {
    const charge: Charge = {
      id: newStripeId('ch'),
      object: 'charge',
      amount: intent.amount,
      amount_captured: intent.amount,
      amount_refunded: 0,
      captured: true,
      paid: true,
      refunded: false,
      disputed: false,
      status: 'succeeded',
      currency: intent.currency,
      payment_intent: intent.id,
      metadata: { ...intent.metadata },
      payment_method_details: { type: 'card', card: { last4 } },
    }
    charges.set(charge.id, charge)
    Object.assign(intent, {
      status: 'succeeded',
      amount_received: intent.amount,
      latest_charge: charge.id,
      last_payment_error: null,
    })
    tell('charge.succeeded', charge)
    tell('payment_intent.succeeded', intent)
  }

  const pay = (id: string, method: TestMethod) => {
    const intent = intentOf(id)
    if (!['requires_payment_method', 'requires_action'].includes(intent.status))
      throw new StripeFault(400, 'payment_intent_unexpected_state')
    if (method === 'paid') succeed(intent, '4242')
    else if (method === 'declined') {
      intent.status = 'requires_payment_method'
      intent.last_payment_error = { type: 'card_error', code: 'card_declined', decline_code: 'generic_decline' }
      tell('payment_intent.payment_failed', intent)
    } else {
      intent.status = method === 'confirm' ? 'requires_action' : 'processing'
      tell(`payment_intent.${intent.status}`, intent)
    }
  }

  const giveBack = (id: string, amount: number, metadata: Record<string, string>): Refund => {
    const charge = chargeOf(intentOf(id))
    if (!charge) throw new StripeFault(400, 'payment_intent_unexpected_state')
    if (charge.disputed) throw new StripeFault(400, 'charge_disputed')
    if (charge.amount_refunded + amount > charge.amount)
      throw new StripeFault(400, charge.refunded ? 'charge_already_refunded' : 'amount_too_large')
    const refund: Refund = {
      id: newStripeId('re'),
      object: 'refund',
      amount,
      payment_intent: id,
      status: 'succeeded',
      metadata,
    }
    refunds.push(refund)
    charge.amount_refunded += amount
    charge.refunded = charge.amount_refunded === charge.amount
    tell('charge.refunded', charge)
    return refund
  }

  const routes: [string, RegExp, (form: Form, id: string) => unknown][] = [
    [
      'POST',
      /^\/v1\/payment_intents$/,
      (form) => {
        const id = newStripeId('pi')
        const intent: Intent = {
          id,
          object: 'payment_intent',
          amount: Number(form.get('amount')),
          amount_received: 0,
          currency: form.get('currency') ?? '',
          status: 'requires_payment_method',
          client_secret: `${id}_secret_${randomBytes(8).toString('hex')}`,
          metadata: metadataOf(form),
          latest_charge: null,
          last_payment_error: null,
        }
        intents.set(id, intent)
        return intent
      },
    ],
    [
      'GET',
      /^\/v1\/payment_intents\/(\w+)$/,
      (form, id) => {
        const intent = intentOf(id)
        const isExpanded = form.getAll('expand[0]').concat(form.getAll('expand[]')).includes('latest_charge')
        return isExpanded ? { ...intent, latest_charge: chargeOf(intent) ?? null } : intent
      },
    ],
    [
      'POST',
      /^\/v1\/payment_intents\/(\w+)\/cancel$/,
      (_form, id) => {
        const intent = intentOf(id)
        if (!['requires_payment_method', 'requires_action'].includes(intent.status))
          throw new StripeFault(400, 'payment_intent_unexpected_state')
        intent.status = 'canceled'
        tell('payment_intent.canceled', intent)
        return intent
      },
    ],
    [
      'POST',
      /^\/v1\/refunds$/,
      (form) => giveBack(form.get('payment_intent') ?? '', Number(form.get('amount')), metadataOf(form)),
    ],
    [
      'GET',
      /^\/v1\/refunds$/,
      (form) => listOf(refunds.filter((refund) => refund.payment_intent === form.get('payment_intent'))),
    ],
    [
      'GET',
      /^\/v1\/disputes$/,
      (form) =>
        listOf([...disputes.values()].filter((dispute) => dispute.payment_intent === form.get('payment_intent'))),
    ],
  ]

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
    events,
    requests,
    pay,
    authenticate: (id) => succeed(intentOf(id), '3155'),
    settle: (id) => succeed(intentOf(id), '0077'),
    refund: (id, amount) => {
      giveBack(id, amount, {})
    },
    dispute: (id, status) => {
      const charge = chargeOf(intentOf(id))
      if (!charge) throw new Error('only a paid charge can be disputed')
      charge.disputed = true
      const known = disputes.get(charge.id)
      const dispute: Dispute = known ?? {
        id: newStripeId('dp'),
        object: 'dispute',
        amount: charge.amount,
        currency: charge.currency,
        charge: charge.id,
        payment_intent: id,
        status,
      }
      dispute.status = status
      disputes.set(charge.id, dispute)
      tell(known ? 'charge.dispute.closed' : 'charge.dispute.created', dispute)
    },
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
