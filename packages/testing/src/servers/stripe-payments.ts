import { randomBytes } from 'node:crypto'

/** A card or bank of Stripe's test mode, by its outcome. */
export type TestMethod = 'paid' | 'declined' | 'confirm' | 'slow'

export interface StripeTestEvent {
  id: string
  type: string
  data: { object: Record<string, unknown> }
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
  status: 'succeeded' | 'failed' | 'canceled'
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

/** A refusal of Stripe, with its HTTP status. */
export class StripeFault extends Error {
  readonly status: number
  readonly body: Record<string, unknown>
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.body = { error: { type: 'invalid_request_error', code } }
  }
}

export const newStripeId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`

/** The payments of an account at Stripe: intents, charges, refunds, disputes, and the events that they cause. */
export class StripePayments {
  /** All webhook events, in order. */
  readonly events: StripeTestEvent[] = []
  readonly #intents = new Map<string, Intent>()
  readonly #charges = new Map<string, Charge>()
  readonly #refunds: Refund[] = []
  readonly #disputes = new Map<string, Dispute>()

  create(payment: Pick<Intent, 'amount' | 'currency' | 'metadata'>): Intent {
    const id = newStripeId('pi')
    const intent: Intent = {
      ...payment,
      id,
      object: 'payment_intent',
      amount_received: 0,
      status: 'requires_payment_method',
      client_secret: `${id}_secret_${randomBytes(8).toString('hex')}`,
      latest_charge: null,
      last_payment_error: null,
    }
    this.#intents.set(id, intent)
    return intent
  }

  /** @throws StripeFault 404. */
  intentOf(id: string): Intent {
    const intent = this.#intents.get(id)
    if (!intent) throw new StripeFault(404, 'resource_missing')
    return intent
  }

  chargeOf(intent: Intent): Charge | undefined {
    return intent.latest_charge === null ? undefined : this.#charges.get(intent.latest_charge)
  }

  refundsOf(intentId: string | null): Refund[] {
    return this.#refunds.filter((refund) => refund.payment_intent === intentId)
  }

  disputesOf(intentId: string | null): Dispute[] {
    return [...this.#disputes.values()].filter((dispute) => dispute.payment_intent === intentId)
  }

  /** Pays with a method of Stripe's test mode. @throws StripeFault for an intent that awaits no payment. */
  pay(id: string, method: TestMethod): void {
    const intent = this.#payable(id)
    if (method === 'paid') this.succeed(id, '4242')
    else if (method === 'declined') {
      intent.status = 'requires_payment_method'
      intent.last_payment_error = { type: 'card_error', code: 'card_declined', decline_code: 'generic_decline' }
      this.#record('payment_intent.payment_failed', intent)
    } else {
      intent.status = method === 'confirm' ? 'requires_action' : 'processing'
      this.#record(`payment_intent.${intent.status}`, intent)
    }
  }

  /** Completes a payment with a card that ends in `last4`; `amount` and `currency` are what is received, if not what was asked. */
  succeed(id: string, last4: string, amount = this.intentOf(id).amount, currency = this.intentOf(id).currency): void {
    const intent = this.intentOf(id)
    const charge: Charge = {
      id: newStripeId('ch'),
      object: 'charge',
      amount,
      amount_captured: amount,
      amount_refunded: 0,
      captured: true,
      paid: true,
      refunded: false,
      disputed: false,
      status: 'succeeded',
      currency,
      payment_intent: intent.id,
      metadata: { ...intent.metadata },
      payment_method_details: { type: 'card', card: { last4 } },
    }
    this.#charges.set(charge.id, charge)
    Object.assign(intent, {
      status: 'succeeded',
      amount_received: amount,
      currency,
      latest_charge: charge.id,
      last_payment_error: null,
    })
    this.#record('charge.succeeded', charge)
    this.#record('payment_intent.succeeded', intent)
  }

  /** @throws StripeFault for an intent that awaits no payment. */
  cancel(id: string): Intent {
    const intent = this.#payable(id)
    intent.status = 'canceled'
    this.#record('payment_intent.canceled', intent)
    return intent
  }

  /** @throws StripeFault for more than was paid, or while it is disputed. */
  refund(id: string, amount: number, metadata: Record<string, string> = {}): Refund {
    const charge = this.chargeOf(this.intentOf(id))
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
    this.#refunds.push(refund)
    charge.amount_refunded += amount
    charge.refunded = charge.amount_refunded === charge.amount
    this.#record('charge.refunded', charge)
    return refund
  }

  /** A bank sends the last refund back, or the operator cancels it: Stripe takes it out of the charge's total. */
  failRefund(id: string, status: 'failed' | 'canceled'): void {
    const refund = this.refundsOf(id).findLast((one) => one.status === 'succeeded')
    const charge = this.chargeOf(this.intentOf(id))
    if (!refund || !charge) throw new Error('there is no refund that can fail')
    refund.status = status
    charge.amount_refunded -= refund.amount
    charge.refunded = false
    this.#record('charge.refund.updated', refund)
    this.#record('refund.updated', refund)
    if (status === 'failed') this.#record('refund.failed', refund)
  }

  /** Opens a dispute about a paid charge, or sets the status of the one there is. */
  dispute(id: string, status: 'needs_response' | 'won' | 'lost'): void {
    const charge = this.chargeOf(this.intentOf(id))
    if (!charge) throw new Error('only a paid charge can be disputed')
    charge.disputed = true
    const known = this.#disputes.get(charge.id)
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
    this.#disputes.set(charge.id, dispute)
    this.#record(known ? 'charge.dispute.closed' : 'charge.dispute.created', dispute)
  }

  #payable(id: string): Intent {
    const intent = this.intentOf(id)
    if (!['requires_payment_method', 'requires_action'].includes(intent.status))
      throw new StripeFault(400, 'payment_intent_unexpected_state')
    return intent
  }

  #record(type: string, object: object): void {
    const copy = structuredClone(object) as Record<string, unknown> // its own plain objects
    this.events.push({ id: newStripeId('evt'), type, data: { object: copy } })
  }
}
