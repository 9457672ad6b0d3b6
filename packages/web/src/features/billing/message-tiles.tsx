import { useText } from '../../i18n/use-text.ts'

interface MessageTilesProps {
  /** Messages of a new account. */
  given: number
  /** Messages that a reply of the site's usual model costs. 0: only other models take any. */
  price: number
}

/** The pricing in three tiles: free messages, the cost of a reply, and what is free. */
export function MessageTiles({ given, price }: MessageTilesProps) {
  const text = useText()
  const tiles = [
    {
      label: text('billing.price.start.label'),
      figure: text('wallet.messages', { count: given }),
      hint: text('billing.price.start.hint'),
    },
    {
      label: text('billing.price.reply.label'),
      figure: price === 0 ? text('billing.price.reply.byModel') : text('wallet.messages', { count: price }),
      hint: text(price === 0 ? 'billing.price.reply.byModelHint' : 'billing.price.reply.hint'),
    },
    {
      label: text('billing.price.none.label'),
      figure: text('billing.price.none.figure'),
      hint: text('billing.price.none.hint'),
    },
  ]
  return (
    <dl className="price-tiles">
      {tiles.map(({ label, figure, hint }) => (
        <div key={label} className="price-tile">
          <dt className="title-3">{label}</dt>
          <dd className="price-figure figures">{figure}</dd>
          <dd className="small muted">{hint}</dd>
        </div>
      ))}
    </dl>
  )
}
