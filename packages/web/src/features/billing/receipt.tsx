import type { ApiData } from '@everkin/contract/api-types.ts'
import type { ReactNode } from 'react'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { useText } from '../../i18n/use-text.ts'
import { Logo } from '../../ui/logo.tsx'
import { OrderStatus } from './order-list.tsx'
import { receivedMoney } from './received-money.ts'
import { TestLine } from './test-line.tsx'

interface ReceiptProps {
  receipt: ApiData<'GET /api/order/receipt'>
  /** Email address of the buyer. */
  email: string | null
}

/** The receipt of an order in its current state; also designed for printing. */
export function Receipt({ receipt: { order, sandbox, seller, support_email, refunds }, email }: ReceiptProps) {
  const text = useText()
  const format = useFormat()
  const isPaid = order.paid_at !== null
  const received = receivedMoney(order)
  return (
    <article className="receipt" aria-labelledby="receipt-title">
      <header className="receipt-head">
        <span className="receipt-brand">
          <Logo />
          Everkin
        </span>
        <h1 className="title-1" id="receipt-title">
          {text(isPaid ? 'billing.receipt.title' : 'billing.receipt.order')}
        </h1>
        <OrderStatus order={order} />
      </header>
      {sandbox ? <TestLine>{text('billing.receipt.test')}</TestLine> : null}
      <dl className="slip">
        <div>
          <dt>{order.product.name}</dt>
          <dd className="figures">{format.money(order.amount, order.currency)}</dd>
        </div>
        {order.received ? (
          <div>
            <dt>{text('billing.receipt.amount')}</dt>
            <dd className="figures">{format.money(received.amount, received.currency)}</dd>
          </div>
        ) : null}
        {refunds.map((refund) => (
          <div key={refund.created_at}>
            <dt>
              {text(refund.done ? 'billing.status.refunded' : 'billing.refund.asked')}{' '}
              <LocalTime iso={refund.created_at} />
            </dt>
            <dd className="figures">{format.money(-refund.amount, received.currency)}</dd>
          </div>
        ))}
        <div className="slip-total">
          <dt>{text('billing.checkout.total')}</dt>
          <dd className="figures">{format.money(received.amount - order.refunded_amount, received.currency)}</dd>
        </div>
      </dl>
      <hr />
      <dl className="slip">
        <Fact name={text(isPaid ? 'billing.receipt.paid' : 'billing.receipt.ordered')}>
          <LocalTime iso={order.paid_at ?? order.created_at} as="dateTime" />
        </Fact>
        <Fact name={text('billing.receipt.number')}>
          <bdi dir="ltr">{order.id}</bdi>
        </Fact>
        {order.last_four ? (
          <Fact name={text('billing.receipt.card')}>{text('billing.receipt.ending', { digits: order.last_four })}</Fact>
        ) : null}
        {email ? (
          <Fact name={text('billing.receipt.buyer')}>
            <bdi>{email}</bdi>
          </Fact>
        ) : null}
        <Fact name={text('billing.receipt.seller')}>
          <bdi>{seller ?? text('billing.receipt.sellerUnknown')}</bdi>
          {support_email ? (
            <>
              <br />
              <bdi>{support_email}</bdi>
            </>
          ) : null}
        </Fact>
      </dl>
    </article>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="figures">{children}</dd>
    </div>
  )
}
