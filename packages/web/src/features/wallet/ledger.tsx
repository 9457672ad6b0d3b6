import type { LedgerEntry } from '@everkin/contract/types.ts'
import { Link } from 'react-router'
import { callApi } from '../../api/client.ts'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { useText } from '../../i18n/use-text.ts'
import { ChipLink } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LoadMoreLink, useInfiniteList } from '../../ui/infinite-list.tsx'
import { type CauseTarget, causeTarget, causeText } from './cause.ts'

/** Asset whose entries are shown; null for both. */
export type LedgerFilter = LedgerEntry['asset'] | null

interface LedgerProps {
  first: { items: LedgerEntry[]; next: string | null }
  shown: LedgerFilter
  /** Address of the list from a cursor on and filtered by asset, also for use without scripts. */
  address: (of: LedgerFilter, cursor?: string) => string
  /** Whether it is unfolded at first: the address asks for a part of it. */
  isOpen: boolean
  /** Addresses of the chat, order or invitation behind an entry. */
  pathOf: Record<CauseTarget, (id: string) => string>
}

const MORE = 20

/** The person's ledger entries, newest first: cause, time, amount, balance. */
export function Ledger({ first, shown, address, isOpen, pathOf }: LedgerProps) {
  const text = useText()
  // The key contains the first id: after a new entry it is another list, so that no item appears twice.
  const list = useInfiniteList(`ledger ${shown} ${first.items[0]?.id}`, first, async (cursor) => {
    const query = { cursor, limit: MORE, ...(shown && { asset: shown }) }
    const page = await callApi('GET /api/user/ledger', { query })
    return { items: page.list, next: page.next_cursor }
  })
  return (
    <details id="ledger" className="me-fold" open={isOpen}>
      <summary>
        <h2 className="title-3">{text('wallet.ledger.title')}</h2>
        <Icon name="caret-down" size="small" />
      </summary>
      <nav className="chips" aria-label={text('wallet.ledger.filter')}>
        <ChipLink to={address(null)} current={shown === null}>
          {text('wallet.ledger.all')}
        </ChipLink>
        <ChipLink to={address('message')} current={shown === 'message'}>
          {text('wallet.ledger.messages')}
        </ChipLink>
        <ChipLink to={address('coin')} current={shown === 'coin'}>
          {text('wallet.ledger.coins')}
        </ChipLink>
      </nav>
      {list.items.length === 0 ? <p className="muted me-none">{text('wallet.ledger.empty')}</p> : null}
      <ol className="me-ledger">
        {list.items.map((entry) => (
          <Movement key={`${entry.id} ${entry.asset}`} entry={entry} pathOf={pathOf} />
        ))}
      </ol>
      <LoadMoreLink list={list} address={(cursor) => address(shown, cursor)} />
    </details>
  )
}

function Movement({ entry, pathOf }: { entry: LedgerEntry; pathOf: LedgerProps['pathOf'] }) {
  const text = useText()
  const format = useFormat()
  const target = causeTarget(entry.cause)
  const why = text(causeText(entry.cause))
  return (
    <li>
      <span>
        <b>
          {target && entry.ref ? (
            <Link className="me-why" to={pathOf[target](entry.ref)}>
              {why}
            </Link>
          ) : (
            why
          )}
        </b>
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
  )
}
