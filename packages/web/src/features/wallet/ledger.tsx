import type { LedgerEntry } from '@everkin/contract/types.ts'
import { callApi } from '../../api/call.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { useFormat } from '../../i18n/use-format.ts'
import { useText } from '../../i18n/use-text.ts'
import { useEndlessList } from '../../lib/use-endless-list.ts'
import { MoreLink } from '../../ui/more-link.tsx'
import { causeText } from './cause.ts'

interface LedgerProps {
  first: { items: LedgerEntry[]; next: string | null }
  /** Where the rest of the list is read without scripts. */
  address: (cursor: string) => string
}

const MORE = 20

/** Every movement of the person's messages and coins, newest first: why, when, how much, what was left. */
export function Ledger({ first, address }: LedgerProps) {
  const text = useText()
  const format = useFormat()
  // Named by where it begins: after a new movement it is another list, and nothing stands in it twice.
  const list = useEndlessList(`ledger ${first.items[0]?.id}`, first, async (cursor) => {
    const page = await callApi('GET /api/user/ledger', { query: { cursor, limit: MORE } })
    return { items: page.list, next: page.next_cursor }
  })
  return (
    <section>
      <div className="shelf-head">
        <h2 className="title-2">{text('wallet.ledger.title')}</h2>
      </div>
      {list.items.length === 0 ? <p className="muted">{text('wallet.ledger.empty')}</p> : null}
      <ol className="me-ledger">
        {list.items.map((entry) => (
          <li key={`${entry.id} ${entry.asset}`}>
            <span>
              <b>{text(causeText(entry.cause))}</b>
              <span className="caption faint figures">
                <LocalTime iso={entry.created_at} as="dateTime" />
              </span>
            </span>
            <span className="me-moved">
              <b className={entry.amount > 0 ? 'figures me-gained' : 'figures'}>{format.signed(entry.amount)}</b>
              <span className="caption faint">
                {text('wallet.balance', {
                  amount: text(entry.asset === 'coin' ? 'wallet.coins' : 'wallet.messages', { count: entry.balance }),
                })}
              </span>
            </span>
          </li>
        ))}
      </ol>
      <MoreLink list={list} address={address} />
    </section>
  )
}
