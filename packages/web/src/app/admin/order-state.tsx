import type { TextKey } from '../../i18n/text-key.ts'
import { useText } from '../../i18n/use-text.ts'

type Tone = 'well' | 'wait' | 'bad' | 'off'

/** Every state of an order on the server, with its text and how it looks. */
const STATES: Readonly<Record<string, { label: TextKey; tone: Tone }>> = {
  created: { label: 'desk-orders.states.created', tone: 'off' },
  awaiting_payment: { label: 'desk-orders.states.awaiting_payment', tone: 'wait' },
  processing: { label: 'desk-orders.states.processing', tone: 'wait' },
  paid: { label: 'desk-orders.states.paid', tone: 'wait' },
  fulfilled: { label: 'desk-orders.states.fulfilled', tone: 'well' },
  partly_refunded: { label: 'desk-orders.states.partly_refunded', tone: 'well' },
  refunded: { label: 'desk-orders.states.refunded', tone: 'off' },
  disputed: { label: 'desk-orders.states.disputed', tone: 'bad' },
  dispute_won: { label: 'desk-orders.states.dispute_won', tone: 'well' },
  dispute_lost: { label: 'desk-orders.states.dispute_lost', tone: 'bad' },
  failed: { label: 'desk-orders.states.failed', tone: 'off' },
  canceled: { label: 'desk-orders.states.canceled', tone: 'off' },
  expired: { label: 'desk-orders.states.expired', tone: 'off' },
  review: { label: 'desk-orders.states.review', tone: 'bad' },
}

/** The state of an order as a word with a dot; a state that this page does not know is shown as it is. */
export function OrderState({ state }: { state: string }) {
  const text = useText()
  const { label, tone } = STATES[state] ?? { label: null, tone: 'off' }
  return <span className={`desk-state desk-state-${tone}`}>{label ? text(label) : <bdi>{state}</bdi>}</span>
}
