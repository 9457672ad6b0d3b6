import type { Product } from '@everkin/contract/types.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/use-text.ts'

interface MemberTableProps {
  /** Free messages of a new account; null if messages are not counted. */
  given: number | null
  /** The cheapest membership. */
  plan: Product
}

/** What membership changes; the rest is the same for everyone, in one sentence. */
export function MemberTable({ given, plan }: MemberTableProps) {
  const text = useText()
  const format = useFormat()
  const rows: [what: string, free: string, member: string][] = []
  if (given !== null) {
    const counted = text('billing.compare.counted', { amount: text('wallet.messages', { count: given }) })
    rows.push([text('billing.compare.messages'), counted, text('billing.compare.uncounted')])
  }
  // Where messages cost nothing, they are no reward.
  const isCounted = given !== null
  rows.push([
    text('billing.compare.checkin'),
    isCounted ? text('billing.compare.checkinFree') : '–',
    text(isCounted ? 'billing.compare.checkinMember' : 'billing.tabs.coins'),
  ])
  const price = format.money(plan.amount, plan.currency)
  const days = text('billing.days', { count: plan.period_days ?? 0 })
  rows.push([
    text('billing.compare.price'),
    text('billing.compare.nothing'),
    text('billing.compare.memberPrice', { price, days }),
  ])
  return (
    <>
      <p className="muted price-both">{text('billing.compare.both')}</p>
      <table className="price-table">
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{text('billing.compare.what')}</span>
            </th>
            <th scope="col">{text('billing.compare.free')}</th>
            <th scope="col">{text('billing.compare.member')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([what, free, member]) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{free}</td>
              <td>{member}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
