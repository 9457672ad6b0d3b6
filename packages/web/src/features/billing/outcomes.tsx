import type { Order, OrderStatus, User } from '@everkin/contract/types.ts'
import { useFormat } from '../../i18n/format.ts'
import { useReaderClock } from '../../i18n/reader-clock.ts'
import { useText } from '../../i18n/use-text.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Outcome } from './outcome.tsx'
import { receivedMoney } from './received-money.ts'
import { TestLine } from './test-line.tsx'

interface Paths {
  orders: string
  /** The chat from which the reader came; null for none. */
  chat: string | null
  chats: string
  receipt: string
}

interface WaitingProps {
  /** The wait is so long that the page should mention it. */
  isLate: boolean
  isTest: boolean
  paths: Paths
}

/** The payment was submitted. The page may be left before the result arrives. */
export function WaitingOutcome({ isLate, isTest, paths }: WaitingProps) {
  const text = useText()
  return (
    <Outcome lit={1} title={text(isLate ? 'billing.order.late' : 'billing.order.waiting')}>
      <p className="muted">{text(isLate ? 'billing.order.lateHint' : 'billing.order.waitingHint')}</p>
      <div className="outcome-bar" aria-hidden="true">
        <i />
      </div>
      {isTest ? <TestLine>{text('billing.sandbox.outcome')}</TestLine> : null}
      <div className="outcome-go">
        <LinkButton to={paths.chat ?? paths.chats} size="large" wide>
          {text(paths.chat === null ? 'billing.paid.back' : 'billing.paid.backToChat')}
        </LinkButton>
        <LinkButton to={paths.orders} variant="ghost" wide>
          {text('billing.order.see')}
        </LinkButton>
      </div>
    </Outcome>
  )
}

interface PaidProps {
  order: Order
  /** The person with the updated balance. */
  reader: User
  isTest: boolean
  paths: Paths
}

/** The payment succeeded: what was bought, and the new balance. */
export function PaidOutcome({ order, reader, isTest, paths }: PaidProps) {
  const text = useText()
  const format = useFormat()
  const { timeZone } = useReaderClock()
  const { product } = order
  const isMembership = product.kind === 'membership'
  const memberUntil = format.date(new Date(reader.member.update_time * 1_000).toISOString(), timeZone)
  const held =
    product.kind === 'coins'
      ? text('wallet.coins', { count: reader.wallet.coin_num })
      : text('wallet.messages', { count: reader.wallet.message_num })
  const received = receivedMoney(order)
  const title = isMembership ? text('billing.paid.member') : text('billing.order.paid', { what: product.name })
  return (
    <Outcome lit={3} title={title}>
      {isMembership ? <p className="muted">{text('billing.paid.memberUntil', { date: memberUntil })}</p> : null}
      <dl className="slip outcome-slip">
        <div>
          <dt>{product.name}</dt>
          <dd className="figures">{format.money(received.amount, received.currency)}</dd>
        </div>
        {order.last_four ? (
          <div>
            <dt>{text('billing.receipt.card')}</dt>
            <dd className="figures">{text('billing.receipt.ending', { digits: order.last_four })}</dd>
          </div>
        ) : null}
        {isMembership ? null : (
          <div>
            <dt>{text('billing.paid.balance')}</dt>
            <dd className="figures">{held}</dd>
          </div>
        )}
      </dl>
      {isTest ? <TestLine>{text('billing.sandbox.outcome')}</TestLine> : null}
      <div className="outcome-go">
        <LinkButton to={paths.chat ?? paths.chats} variant="primary" size="large" wide>
          {text(paths.chat === null ? 'billing.paid.back' : 'billing.paid.backToChat')}
        </LinkButton>
        <LinkButton to={paths.receipt} variant="ghost" wide>
          {text('billing.paid.receipt')}
        </LinkButton>
      </div>
    </Outcome>
  )
}

interface ClosedProps {
  status: OrderStatus
  isTest: boolean
  againPath: string
}

/** The order failed, and nothing was charged. */
export function ClosedOutcome({ status, isTest, againPath }: ClosedProps) {
  const text = useText()
  const title =
    status === 'expired'
      ? text('billing.order.expired')
      : status === 'canceled'
        ? text('billing.order.canceled')
        : text('billing.order.failed')
  return (
    <Outcome lit={0} title={title} tone="alert">
      <p className="muted">{text('billing.order.nothingCharged')}</p>
      {isTest ? <TestLine>{text('billing.sandbox.outcome')}</TestLine> : null}
      <div className="outcome-go">
        <LinkButton to={againPath} reloadDocument variant="primary" size="large" wide>
          {text('billing.order.again')}
        </LinkButton>
      </div>
    </Outcome>
  )
}
