import type { Product } from '@everkin/contract/types.ts'
import { useFormat } from '../../i18n/format.ts'
import { Icon } from '../../ui/icon.tsx'

interface PackListProps {
  packs: readonly Product[]
  pathOf: (productId: string) => string
}

/** Packs of coins or messages with amount and price. Each link loads a new document, see PlanChoice. */
export function PackList({ packs, pathOf }: PackListProps) {
  const format = useFormat()
  return (
    <ul className="packs">
      {packs.map((pack) => (
        <li key={pack.id}>
          <a className="pack" href={pathOf(pack.id)}>
            <Icon name={pack.kind === 'coins' ? 'coins-fill' : 'chat-circle-text'} />
            <b className="title-3 figures">{pack.name}</b>
            <span className="figures pack-price">{format.money(pack.amount, pack.currency)}</span>
            <Icon name="caret-right" size="small" mirror />
            {pack.badge ? <span className="caption muted pack-badge">{pack.badge}</span> : null}
          </a>
        </li>
      ))}
    </ul>
  )
}
