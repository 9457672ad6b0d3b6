import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useSession } from '../../features/accounts/session.tsx'
import { AccountTable } from '../../features/billing/account-table.tsx'
import '../../features/billing/billing.css'
import { MessageTiles } from '../../features/billing/message-tiles.tsx'
import { PlainAnswers } from '../../features/billing/plain-answers.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { pageMeta } from '../page-meta.ts'
import { pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'

export { PageError as ErrorBoundary } from '../page-error.tsx'

export function loader(args: LoaderFunctionArgs) {
  const { context, text, texts, title } = pageTools(args, [
    'pages.price',
    'billing',
    'wallet.balance',
    'wallet.messages',
  ])
  const { message_price: price, new_account_messages: given } = context.config
  return {
    given,
    price,
    texts,
    title: title(text('pages.price.title')),
    description: text('pages.price.description'),
  }
}

export const meta = pageMeta

/** What talking takes and what an account brings; nothing is sold on this server yet, so nothing is offered. */
export default function PricePage() {
  const { given, price } = useLoaderData<typeof loader>()
  const { person } = useSession()
  const text = useText()
  const locale = useLocale()
  const areCounted = price > 0
  const balance = areCounted && person && !person.wallet.unlimited_messages ? person.wallet.message_num : null
  return (
    <>
      <header className="page-head">
        <h1 className="display">{text('billing.price.heading')}</h1>
        <p className="muted">{text(areCounted ? 'billing.price.lead' : 'billing.price.leadFree')}</p>
      </header>
      {areCounted ? <MessageTiles given={given} price={price} /> : null}
      <div className="price-go">
        <LinkButton to={pathTo('index', locale)} look="primary" size="large">
          {text('billing.price.find')}
        </LinkButton>
        {balance === null ? null : (
          <p className="figures muted">
            {text('wallet.balance', { amount: text('wallet.messages', { count: balance }) })}
          </p>
        )}
      </div>
      <section className="price-part">
        <h2 className="title-1">{text('billing.compare.title')}</h2>
        <AccountTable given={areCounted ? given : null} />
      </section>
      <section className="price-part answers">
        <h2 className="title-1">{text('billing.faq.title')}</h2>
        <PlainAnswers areCounted={areCounted} />
      </section>
    </>
  )
}
