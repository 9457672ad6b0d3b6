import {
  BadSignature,
  type Payment,
  PaymentDeclined,
  type PaymentProvider,
  ProviderUnavailable,
} from '../../modules/billing/module.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import {
  addSandboxRefund,
  insertSandboxPayment,
  type SandboxRow,
  selectSandboxPayment,
  updateSandboxPayment,
} from './sandbox-store.ts'

/** How long the slow card takes. */
const SLOW_PAYMENT_MS = 10_000

const STATUS_BY_CARD: Record<SandboxCard, SandboxRow['status']> = {
  paid: 'succeeded',
  declined: 'open',
  confirm: 'needs_confirmation',
  slow: 'slow',
  silent: 'silent',
}

/**
 * A provider that moves no money, for trials and tests: each card stands for an outcome. Its payments are stored in the
 * database, so that they outlive the process like those of a real provider. It sends no webhooks.
 */
export function createSandboxPayments(database: Database, clock: Clock): PaymentProvider {
  const read = async (ref: string): Promise<Payment> => {
    const row = await selectSandboxPayment(database, ref)
    if (!row) throw new PaymentDeclined('there is no such payment')
    if (row.status === 'silent') throw new ProviderUnavailable('this card never answers')
    return paymentOf(row, clock.now())
  }
  return {
    kind: 'sandbox',
    createPayment: async ({ orderId, amount, currency }) => {
      const id = `sandbox_${newId(clock.now())}`
      const row = await insertSandboxPayment(database, { id, key: `order:${orderId}`, orderId, amount, currency })
      return paymentOf(row, clock.now())
    },
    pay: async (ref, { method, confirm }) => {
      if (method === null) {
        if (confirm) await updateSandboxPayment(database, ref, ['needs_confirmation'], { status: 'succeeded' })
        return read(ref)
      }
      const match = matchSandboxCard(method)
      if (!match) throw new PaymentDeclined('not a card of the sandbox')
      const isConfirmed = match.card === 'confirm' && confirm
      const dueAt = match.card === 'slow' ? new Date(clock.now().getTime() + SLOW_PAYMENT_MS) : null
      const row = await updateSandboxPayment(database, ref, ['open', 'needs_confirmation'], {
        status: isConfirmed ? 'succeeded' : STATUS_BY_CARD[match.card],
        lastFour: match.lastFour,
        dueAt,
      })
      if (!row) return read(ref)
      const payment = paymentOf(row, clock.now())
      return match.card === 'declined' ? { ...payment, status: 'declined', declineReason: 'card_declined' } : payment
    },
    retrieve: read,
    cancel: async (ref) => {
      await updateSandboxPayment(database, ref, ['open', 'needs_confirmation'], { status: 'canceled' })
      return read(ref)
    },
    refund: async (ref, { refundId, amount }) => {
      await read(ref)
      const isTaken = await addSandboxRefund(database, ref, { refundId, amount, now: clock.now() })
      if (!isTaken) throw new PaymentDeclined('more than was paid')
      return read(ref)
    },
    parseWebhook: () => {
      throw new BadSignature('the sandbox sends nothing')
    },
  }
}

function paymentOf(row: SandboxRow, now: Date): Payment {
  const isDue = row.due_at !== null && row.due_at.getTime() <= now.getTime()
  return {
    ref: row.id,
    orderId: row.order_id,
    amount: row.amount,
    currency: row.currency,
    status: statusOf(row.status, isDue),
    lastFour: row.last_four,
    refundedAmount: row.refunded_amount,
    failedRefunds: [],
    dispute: row.dispute,
    clientSecret: null,
    declineReason: null,
    settlesAt: row.status === 'slow' && !isDue ? row.due_at : null,
  }
}

function statusOf(status: SandboxRow['status'], isDue: boolean): Payment['status'] {
  if (status === 'slow') return isDue ? 'succeeded' : 'processing'
  return status === 'silent' ? 'processing' : status
}

/** The outcome of a card in the sandbox. */
export type SandboxCard = 'paid' | 'declined' | 'confirm' | 'slow' | 'silent'

const SANDBOX_CARDS: Readonly<Record<string, SandboxCard>> = {
  '4242424242424242': 'paid',
  '4000000000000002': 'declined',
  '4000002500003155': 'confirm',
  '4000000000000077': 'slow',
  '4000000000000341': 'silent',
}

/**
 * The card of a number, with its last four digits; null for any other number. The number itself is not stored (PAY-12).
 */
export function matchSandboxCard(number: string): { card: SandboxCard; lastFour: string } | null {
  const digits = number.replace(/[ -]/g, '')
  const card = Object.hasOwn(SANDBOX_CARDS, digits) ? SANDBOX_CARDS[digits] : undefined
  return card ? { card, lastFour: digits.slice(-4) } : null
}
