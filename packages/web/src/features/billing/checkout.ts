import type { Order, Product } from '@everkin/contract/types.ts'
import { isApiError } from '../../api/api-error.ts'
import type { callApi } from '../../api/client.ts'
import { createStore, type ReadableStore, type Store } from '../../lib/store.ts'

/** Where a purchase stands. */
export type Step =
  /** Nothing is under way: the person can pay. */
  | 'ready'
  /** A call of ours is under way, and a second press does nothing. */
  | 'busy'
  /** The card form stands open (Stripe). */
  | 'card'
  /** The sandbox's bank asks. */
  | 'confirm'
  /** The bank has been asked, or may have been: the server is asked until it knows. */
  | 'waiting'
  /** Paid, and what was bought is there. */
  | 'done'
  /** Failed, cancelled or expired: nothing was charged, and this order is over. */
  | 'over'

export interface CheckoutState {
  step: Step
  order: Order | null
  /** Why the bank refused the try before; '' where it gave no reason. */
  declined: string | null
  /** What else is in the way, in the reader's words. */
  problem: string | null
  /** The person's own limit stands in the way. */
  isCapped: boolean
  /** The price has changed since the page was drawn: it is to be seen before it is paid. */
  isRepriced: boolean
  /** No answer for so long that it should be said. */
  isLate: boolean
  clientSecret: string | null
}

interface Surroundings {
  call: typeof callApi
  /** Calls back after so many milliseconds; gives what takes it back. */
  after(ms: number, run: () => void): () => void
  now(): number
  /** The key of this purchase, the same in every tab. */
  key: { get(): string; renew(): string; drop(): void }
}

const DECLINED_CARD = '4000000000000002'
const FIRST_ASK_MS = 1_000
const SLOWEST_ASK_MS = 10_000
const LATE_AFTER_MS = 20_000

/**
 * One purchase, from the first press to its end; it knows no React. It promises one order and one payment however often
 * and from however many tabs it is begun (PAY-11), and never takes a lost answer for a no (PAY-13): the server is asked.
 */
export class Checkout {
  readonly #product: Pick<Product, 'id' | 'amount' | 'currency'>
  readonly #around: Surroundings
  readonly #state: Store<CheckoutState>
  readonly state: ReadableStore<CheckoutState>
  #stopAsking: (() => void) | null = null
  #waitsSince = 0
  /** The card form has said that the payment went out: then only the server's own word ends the waiting. */
  #wasSent = false

  constructor(product: Pick<Product, 'id' | 'amount' | 'currency'>, order: Order | null, around: Surroundings) {
    this.#product = product
    this.#around = around
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
  }

  /** Goes on with an order that was found under way; `wasSent`: the bank's own page has led back here. */
  async resume(wasSent: boolean): Promise<void> {
    const { order, step } = this.#state.get()
    this.#wasSent ||= wasSent
    if (step !== 'waiting' && !(wasSent && step === 'ready')) return
    this.#wait()
    if (order?.provider !== 'sandbox' || order.status !== 'processing') return
    // Its bank may have asked, and the page was left before the answer.
    const body = { order_id: order.id }
    const found = await this.#around.call('POST /api/order/payment', { body }).catch(() => null)
    if (!found?.needs_confirmation || this.#stopAsking === null) return
    this.leave()
    this.#follow(found.order, true)
  }

  /** Stops asking: the page is left. */
  leave(): void {
    this.#stopAsking?.()
    this.#stopAsking = null
  }

  /** Pays with a test card of the sandbox. */
  async payByTestCard(card: string): Promise<void> {
    await this.#whenFree(async () => {
      const order = await this.#takeOrder()
      if (!order) return
      const paid = await this.#around.call('POST /api/order/payment', {
        body: { order_id: order.id, payment_method: card },
      })
      this.#follow(paid.order, paid.needs_confirmation === true)
    })
  }

  /** Says yes for the sandbox's bank. */
  async confirm(): Promise<void> {
    const { order } = this.#state.get()
    if (!order) return
    await this.#whenFree(async () => {
      const body = { order_id: order.id, confirm: true }
      this.#follow((await this.#around.call('POST /api/order/payment', { body })).order, false)
    })
  }

  /** Says no for the sandbox's bank, which is what the card does that is always declined. */
  async refuse(): Promise<void> {
    const { order } = this.#state.get()
    if (!order) return
    await this.#whenFree(async () => {
      const body = { order_id: order.id, payment_method: DECLINED_CARD }
      this.#follow((await this.#around.call('POST /api/order/payment', { body })).order, false)
    })
  }

  /** Asks for what the card form needs. */
  async openCardForm(): Promise<void> {
    await this.#whenFree(async () => {
      const order = await this.#takeOrder()
      if (!order) return
      const begun = await this.#around.call('POST /api/order/payment', { body: { order_id: order.id } })
      if (begun.client_secret === undefined) this.#follow(begun.order, false)
      else this.#set({ step: 'card', order: begun.order, clientSecret: begun.client_secret })
    })
  }

  /** The card form was sent: with a reason it was refused and stays open, else the bank has been asked. */
  async cardFormAnswered(refusal: string | null): Promise<void> {
    const { order } = this.#state.get()
    if (refusal !== null || !order) {
      this.#set({ step: 'card', declined: refusal })
      return
    }
    this.#wasSent = true
    this.#wait()
    // Asked at once, the provider often knows already; else its own message is waited for.
    try {
      const body = { order_id: order.id, confirm: true }
      const told = await this.#around.call('POST /api/order/payment', { body })
      if (this.#stopAsking !== null && stepOf(told.order) === 'done') this.#follow(told.order, false)
    } catch (error) {
      if (!isApiError(error, 'PaymentDeclined')) return
      this.leave()
      this.#wasSent = false
      this.#set({ step: 'card', declined: error.data?.reason ?? '' })
    }
  }

  async #whenFree(work: () => Promise<void>): Promise<void> {
    const { step } = this.#state.get()
    if (step !== 'ready' && step !== 'confirm') return
    this.#set({ step: 'busy', declined: null, problem: null, isCapped: false, isRepriced: false })
    try {
      await work()
    } catch (error) {
      this.#refused(error, step)
    }
  }

  /** The order of this purchase, made where there is none; null where it is not to be paid as it is. */
  async #takeOrder(): Promise<Order | null> {
    if (this.#state.get().order) return this.#state.get().order
    let order = await this.#create(this.#around.key.get())
    // Another tab's order of long ago, which came to nothing.
    if (stepOf(order) === 'over') order = await this.#create(this.#around.key.renew())
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
    return this.#around.call('POST /api/order/create', {
      body: { product_id: this.#product.id, idempotency_key: key },
    })
  }

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
    if (step !== 'ready') this.#around.key.drop()
    this.#set({ step, isLate: false })
  }

  #refused(error: unknown, before: Step): void {
    if (!isApiError(error)) throw error
    if (error.name === 'PaymentDeclined') {
      this.#set({ step: 'ready', declined: error.data?.reason ?? '' })
      return
    }
    if (error.name === 'SpendingCapReached') {
      this.#set({ step: 'ready', isCapped: true })
      return
    }
    // Whether the bank was asked is not known: the server is, until it says so.
    const isLost = error.name === 'Network' || error.name === 'Internal' || error.name === 'Unavailable'
    if (isLost && this.#state.get().order) this.#wait()
    else this.#set({ step: before, problem: error.message })
  }

  #wait(): void {
    if (this.#stopAsking) return
    this.#set({ step: 'waiting' })
    this.#waitsSince = this.#around.now()
    this.#askAfter(FIRST_ASK_MS)
  }

  #askAfter(ms: number): void {
    this.#stopAsking = this.#around.after(ms, () => void this.#ask(ms))
  }

  async #ask(waited: number): Promise<void> {
    const { order } = this.#state.get()
    if (!order) return
    const asking = this.#stopAsking
    let heard: Order | null = null
    try {
      heard = await this.#around.call('GET /api/order/status', { query: { order_id: order.id } })
    } catch {
      // Asked again below; the order is where it was.
    }
    if (this.#stopAsking !== asking) return // left meanwhile, or heard of it on another way
    this.#stopAsking = null
    const isSettled = heard !== null && stepOf(heard) !== 'waiting' && !this.#mayStillBegin(heard)
    if (heard && isSettled) {
      this.#follow(heard, false)
      return
    }
    if (heard) this.#set({ order: heard })
    if (this.#around.now() - this.#waitsSince >= LATE_AFTER_MS) this.#set({ isLate: true })
    this.#askAfter(Math.min(waited * 1.5, SLOWEST_ASK_MS))
  }

  /** A payment whose answer was lost may not have reached the order yet; for a while that is no answer. */
  #mayStillBegin(order: Order): boolean {
    return stepOf(order) === 'ready' && (this.#wasSent || this.#around.now() - this.#waitsSince < LATE_AFTER_MS)
  }

  #set(change: Partial<CheckoutState>): void {
    this.#state.set({ ...this.#state.get(), ...change })
  }
}

/** What an order's status means for its purchase. */
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
