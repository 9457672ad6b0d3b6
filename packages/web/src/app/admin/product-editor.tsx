import { useState } from 'react'
import { PackList } from '../../features/billing/pack-list.tsx'
import { PlanChoice } from '../../features/billing/plan-choice.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { checkDraft, type DeskProduct, draftOf, newDraft, type ProductDraft, previewProducts } from './product-draft.ts'
import { ProductForm } from './product-form.tsx'

interface ProductEditorProps {
  products: readonly DeskProduct[]
  mayChange: boolean
  onSaved: () => Promise<void>
}

/** All products with their prices, a form for one of them, and a preview of the price page. */
export function ProductEditor({ products, mayChange, onSaved }: ProductEditorProps) {
  const text = useText()
  const [draft, setDraft] = useState<ProductDraft | null>(null)
  return (
    <section className="desk-part">
      <div className="desk-head">
        <div>
          <h2 className="title-2">{text('desk-products.products')}</h2>
          <p className="small muted">{text('desk-products.lead')}</p>
        </div>
        {mayChange ? <Button onClick={() => setDraft(newDraft(products))}>{text('desk-products.new')}</Button> : null}
      </div>
      <div className="desk-columns">
        <div className="desk-card">
          <ul className="desk-timeline">
            {products.map((product) => (
              <ProductRow
                key={product.id}
                product={product}
                onEdit={mayChange ? () => setDraft(draftOf(product)) : null}
              />
            ))}
          </ul>
        </div>
        {draft ? (
          <ProductForm
            key={`${draft.id} ${draft.revision}`}
            draft={draft}
            openOrders={products.find(({ id }) => id === draft.id)?.open_orders ?? 0}
            onChange={setDraft}
            onClose={() => setDraft(null)}
            onSaved={async () => {
              setDraft(null)
              await onSaved()
            }}
          />
        ) : null}
        <Preview products={products} draft={draft} />
      </div>
    </section>
  )
}

function ProductRow({ product, onEdit }: { product: DeskProduct; onEdit: (() => void) | null }) {
  const text = useText()
  const format = useFormat()
  const locale = useLocale()
  const name = product.name[locale] || product.name.en || product.id
  return (
    <li>
      <div>
        <b>{name}</b>
        <p className="small muted">
          {format.money(product.amount, product.currency)} ·{' '}
          {text(product.active ? 'desk-products.onSale' : 'desk-products.offSale')}
        </p>
      </div>
      {onEdit ? (
        <Button size="small" aria-label={text('desk-products.edit', { name })} onClick={onEdit}>
          {text('shell.actions.edit')}
        </Button>
      ) : null}
    </li>
  )
}

/** The parts of the price page that show prices; nothing in it can be pressed. */
function Preview({ products, draft }: { products: readonly DeskProduct[]; draft: ProductDraft | null }) {
  const text = useText()
  const locale = useLocale()
  const shown = previewProducts(products, draft && checkDraft(draft).product, locale)
  const of = (kind: DeskProduct['kind']) => shown.filter((product) => product.kind === kind)
  const [plan, ...longer] = of('membership')
  const packs = [of('coins'), of('messages')].filter(({ length }) => length > 0)
  const currencies = new Set(shown.map(({ currency }) => currency))
  return (
    <section className="desk-wide" aria-label={text('desk-products.preview')}>
      <h3 className="desk-subhead">{text('desk-products.preview')}</h3>
      {currencies.size > 1 ? <Banner icon="warning">{text('desk-products.mixed')}</Banner> : null}
      <div className="desk-preview price-page" inert>
        {shown.length === 0 ? <p className="muted">{text('desk-products.previewEmpty')}</p> : null}
        {plan ? <PlanChoice key={plan.id} plans={[plan, ...longer]} checkoutPath="" /> : null}
        {packs.map((pack) => (
          <PackList key={pack[0]?.kind} packs={pack} pathOf={() => ''} />
        ))}
      </div>
    </section>
  )
}
