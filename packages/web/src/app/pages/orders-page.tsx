import type { LoaderFunctionArgs } from 'react-router'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { pageMeta } from '../page-meta.ts'
import { pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'

export { PageError as ErrorBoundary } from '../page-error.tsx'

export function loader(args: LoaderFunctionArgs) {
  const { text, texts, title } = pageTools(args, ['pages.orders', 'pages.price.title', 'billing.order'])
  return { texts, title: title(text('pages.orders.title')) }
}

export const meta = pageMeta

/** What the reader has bought: nothing, as long as nothing is sold. */
export default function OrdersPage() {
  const text = useText()
  const locale = useLocale()
  return (
    <>
      <header className="page-head">
        <h1 className="display">{text('pages.orders.title')}</h1>
      </header>
      <EmptyState
        title={text('billing.order.empty')}
        hint={text('billing.order.emptyHint')}
        action={
          <LinkButton to={pathTo('AboutView', locale)} look="quiet">
            {text('pages.price.title')}
          </LinkButton>
        }
      />
    </>
  )
}
