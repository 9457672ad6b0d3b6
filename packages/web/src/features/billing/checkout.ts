import type { Order, Product } from '@everkin/contract/types.ts'
import { isApiError } from '../../api/api-error.ts'
import type { callApi } from '../../api/client.ts'
import { createStore, type ReadableStore, type Store } from '../../lib/store.ts'
import { OrderPoll } from './order-poll.ts'

/** State of a purchase. */
export type Step =
  /** Nothing is in progress: the person can pay. */
  | 'ready'
  /** A request is in progress, and further presses are ignored. */
  | 'busy'
  /** The card form is open (Stripe). */
  | 'card'
  /** The test provider's bank asks for confirmation. */
  | 'confirm'
  /** The payment was, or may have been, submitted: the server is polled until the result is known. */
  | 'waiting'
  /** Paid and fulfilled. */
  | 'done'
  /** Failed, cancelled or expired: nothing was charged, and the order is closed. */
  | 'over'

export interface CheckoutState {
  step: Step
  order: Order | null
  /** Why the bank declined the last attempt; '' if it gave no reason. */
  declined: string | null
  /** Another problem, as a message for the reader. */
  problem: string | null
  /** The spending limit prevents the purchase. */
  isCapped: boolean
  /** The price has changed since the page was loaded: it must be shown before payment. */
  isRepriced: boolean
  /** The wait is so long that the page should mention it. */
  isLate: boolean
  clientSecret: string | null
}

interface CheckoutPorts {
  call: typeof callApi
  /** Calls back after a delay; returns a function that cancels it. */
  after(ms: number, run: () => void): () => void
  now(): number
  /** The idempotency key of this purchase, the same in every tab. */
  key: { get(): string; renew(): string; drop(): void }
}

const DECLINED_CARD = '4000000000000002'

/**
 * A purchase from the first press to its result, independent of React. It guarantees one order and one payment however
 * often and in however many tabs it is started (PAY-11), and never treats a lost response as a failure (PAY-13): it
 * asks the server instead.
 */
export class Checkout {
  readonly #product: Pick<Product, 'id' | 'amount' | 'currency'>
  readonly #ports: CheckoutPorts
  readonly #state: Store<CheckoutState>
  readonly state: ReadableStore<CheckoutState>
  readonly #poll: OrderPoll
  /** The card form reported that the payment was submitted: then only the server ends the wait. */
  #wasSent = false

  constructor(product: Pick<Product, 'id' | 'amount' | 'currency'>, order: Order | null, ports: CheckoutPorts) {
    this.#product = product
    this.#ports = ports
    this.#state = createStore<CheckoutState>({
      step: order ? stepOf(order) : 'ready',
      order,
      declined: null,
      problem: null,
      isCapped: false,
      isRepriced: false,
      isLate: false,
      clientSecret: null,
    })
    this.state = this.#state
    this.#poll = new OrderPoll({
      loadOrder: async () => {
        const { order } = this.#state.get()
        if (!order) throw new Error('no order to poll')
        return ports.call('GET /api/order/status', { query: { order_id: order.id } })
      },
      after: ports.after,
      now: ports.now,
      onPolled: (polled) => this.#onPolled(polled),
    })
  }

  /** Continues an order in progress; `wasSent` after a return from the bank's own page. */
  async resume(wasSent: boolean): Promise<void> {
    const { order, step } = this.#state.get()
    this.#wasSent ||= wasSent
    if (step !== 'waiting' && !(wasSent && step === 'ready')) return
    this.#wait()
    if (order?.provider !== 'sandbox' || order.status !== 'processing') return
    // The page may have been left before the bank's question was answered.
    const body = { order_id: order.id }
    const found = await this.#ports.call('POST /api/order/payment', { body }).catch(() => null)
    if (!found?.needs_confirmation || !this.#poll.isRunning) return
    this.leave()
    this.#follow(found.order, true)
  }

  /** Stops polling when the page is left. */
  leave(): void {
    this.#poll.stop()
  }

  /** Pays with a test card of the sandbox. */
  async payByTestCard(card: string): Promise<void> {
    await this.#runExclusive(async () => {
      const order = await this.#findOrCreateOrder()
      if (!order) return
      const paid = await this.#ports.call('POST /api/order/payment', {
        body: { order_id: order.id, payment_method: card },
      })
      this.#follow(paid.order, paid.needs_confirmation === true)
    })
  }

  /** Confirms the sandbox bank's question. */
  async confirm(): Promise<void> {
    const { order } = this.#state.get()
    if (!order) return
    await this.#runExclusive(async () => {
      const body = { order_id: order.id, confirm: true }
      this.#follow((await this.#ports.call('POST /api/order/payment', { body })).order, false)
    })
  }

  /** Declines the sandbox bank's question by paying with the test card that is always declined. */
  async refuse(): Promise<void> {
    const { order } = this.#state.get()
    if (!order) return
    await this.#runExclusive(async () => {
      const body = { order_id: order.id, payment_method: DECLINED_CARD }
      this.#follow((await this.#ports.call('POST /api/order/payment', { body })).order, false)
    })
  }

  /** Loads what the card form needs. */
  async openCardForm(): Promise<void> {
    await this.#runExclusive(async () => {
      const order = await this.#findOrCreateOrder()
      if (!order) return
      const begun = await this.#ports.call('POST /api/order/payment', { body: { order_id: order.id } })
      if (begun.client_secret === undefined) this.#follow(begun.order, false)
      else this.#set({ step: 'card', order: begun.order, clientSecret: begun.client_secret })
    })
  }

  /**
   * Handles the card form's result: with a reason it was declined and stays open, otherwise the payment was submitted.
   */
  async cardFormAnswered(refusal: string | null): Promise<void> {
    const { order } = this.#state.get()
    if (refusal !== null || !order) {
      this.#set({ step: 'card', declined: refusal })
      return
    }
    this.#wasSent = true
    this.#wait()
    // The provider often knows the result already; otherwise wait for its webhook.
    try {
      const body = { order_id: order.id, confirm: true }
      const { order: confirmed } = await this.#ports.call('POST /api/order/payment', { body })
      if (this.#poll.isRunning && stepOf(confirmed) === 'done') this.#follow(confirmed, false)
    } catch (error) {
      if (!isApiError(error, 'PaymentDeclined')) return
      this.leave()
      this.#wasSent = false
      this.#set({ step: 'card', declined: error.data?.reason ?? '' })
    }
  }

  /** Runs one request at a time; presses during it are ignored. */
  async #runExclusive(work: () => Promise<void>): Promise<void> {
    const { step } = this.#state.get()
    if (step !== 'ready' && step !== 'confirm') return
    this.#set({ step: 'busy', declined: null, problem: null, isCapped: false, isRepriced: false })
    try {
      await work()
    } catch (error) {
      this.#handleError(error, step)
    }
  }

  /** Returns the order of this purchase and creates it if needed; null if it must not be paid in its current state. */
  async #findOrCreateOrder(): Promise<Order | null> {
    if (this.#state.get().order) return this.#state.get().order
    let order = await this.#create(this.#ports.key.get())
    // An old order from another tab, which failed.
    if (stepOf(order) === 'over') order = await this.#create(this.#ports.key.renew())
    this.#set({ order })
    if (stepOf(order) !== 'ready') {
      this.#follow(order, false)
      return null
    }
    if (order.amount !== this.#product.amount || order.currency !== this.#product.currency) {
      this.#set({ step: 'ready', isRepriced: true })
      return null
    }
    return order
  }

  #create(key: string): Promise<Order> {
    return this.#ports.call('POST /api/order/create', {
      body: { product_id: this.#product.id, idempotency_key: key },
    })
  }

  /** Shows the state of an order that the server returned. */
  #follow(order: Order, needsConfirmation: boolean): void {
    this.#set({ order })
    if (needsConfirmation) {
      this.#set({ step: 'confirm' })
      return
    }
    const step = stepOf(order)
    if (step === 'waiting') {
      this.#wait()
      return
    }
    this.leave()
    if (step !== 'ready') this.#ports.key.drop()
    this.#set({ step, isLate: false })
  }

  #handleError(error: unknown, before: Step): void {
    if (!isApiError(error)) throw error
    if (error.name === 'PaymentDeclined') {
      this.#set({ step: 'ready', declined: error.data?.reason ?? '' })
      return
    }
    if (error.name === 'SpendingCapReached') {
      this.#set({ step: 'ready', isCapped: true })
      return
    }
    // It is unknown whether the payment was submitted, so ask the server until it knows.
    const isLost = error.name === 'Network' || error.name === 'Internal' || error.name === 'Unavailable'
    if (isLost && this.#state.get().order) this.#wait()
    else this.#set({ step: before, problem: error.message })
  }

  #wait(): void {
    if (this.#poll.isRunning) return
    this.#set({ step: 'waiting' })
    this.#poll.start()
  }

  /** Returns whether to go on polling. */
  #onPolled(order: Order | null): boolean {
    const isSettled = order !== null && stepOf(order) !== 'waiting' && !this.#mayStillBegin(order)
    if (isSettled) {
      this.#follow(order, false)
      return false
    }
    if (order) this.#set({ order })
    if (this.#poll.isLate) this.#set({ isLate: true })
    return true
  }

  /**
   * For a while, an unchanged status after a lost response is not conclusive: the payment may not have reached the
   * order yet.
   */
  #mayStillBegin(order: Order): boolean {
    return stepOf(order) === 'ready' && (this.#wasSent || !this.#poll.isLate)
  }

  #set(change: Partial<CheckoutState>): void {
    this.#state.set({ ...this.#state.get(), ...change })
  }
}

/** The step of a purchase for an order's status. */
export function stepOf({ status }: Pick<Order, 'status'>): 'ready' | 'waiting' | 'done' | 'over' {
  switch (status) {
    case 'created':
    case 'awaiting_payment':
      return 'ready'
    case 'processing':
    case 'paid':
      return 'waiting'
    case 'fulfilled':
    case 'refunded':
    case 'disputed':
      return 'done'
    case 'failed':
    case 'canceled':
    case 'expired':
      return 'over'
  }
}
