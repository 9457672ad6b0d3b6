import { useText } from '../../i18n/use-text.ts'

interface MessageTilesProps {
  /** Messages of a new account. */
  given: number
  /** Messages that one reply takes. */
  price: number
}

/** What an account begins with, what a reply takes, and what nothing takes: the whole tariff in three tiles. */
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
      figure: text('wallet.messages', { count: price }),
      hint: text('billing.price.reply.hint'),
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
