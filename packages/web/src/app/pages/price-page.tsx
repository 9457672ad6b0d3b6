import type { ApiData } from '@everkin/contract/api-types.ts'
import { pictureAtWidth } from '@everkin/contract/stored-pictures.ts'
import type { Product } from '@everkin/contract/types.ts'
import type { ReactNode } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useSession } from '../../session/session.tsx'
import { useWallet } from '../../session/wallet.ts'
import '../../features/billing/price.css'
import { Faq } from '../../features/billing/faq.tsx'
import { MemberTable } from '../../features/billing/member-table.tsx'
import { MessageTiles } from '../../features/billing/message-tiles.tsx'
import { PackList } from '../../features/billing/pack-list.tsx'
import { PlanChoice } from '../../features/billing/plan-choice.tsx'
import { SectionTabs } from '../../features/billing/section-tabs.tsx'
import { TestLine } from '../../features/billing/test-line.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useReaderClock } from '../../i18n/reader-clock.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { pageMeta } from '../page-meta.ts'
import { pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'
import { useChatOfOrigin } from '../use-chat-of-origin.ts'

export { PageError as ErrorBoundary } from '../page-error.tsx'

/** The last ferry of the night, at the head of the page. */
const SCENE = '/pictures/ilse-scene/960.webp'

const TEXTS = [
  'pages.price',
  'billing.price',
  'billing.tabs',
  'billing.days',
  'billing.planLegend',
  'billing.perDay',
  'billing.perMonth',
  'billing.once',
  'billing.oncePaid',
  'billing.choosePlan',
  'billing.coinsHint',
  'billing.messagesHint',
  'billing.compare',
  'billing.faq',
  'protection.shop',
  'wallet.balance',
  'wallet.memberUntil',
  'wallet.messages',
  'wallet.coins',
]

export async function loader(args: LoaderFunctionArgs) {
  const { context, text, texts, title } = pageTools(args, TEXTS)
  const products = await context.call('GET /api/product/list', {})
  return {
    offer: groupProducts(products, context.config),
    texts,
    title: title(text('pages.price.title')),
    description: text('pages.price.description'),
  }
}

export const meta = pageMeta

function groupProducts(products: Product[], config: ApiData<'GET /api/config'>) {
  const of = (kind: Product['kind']) => products.filter((product) => product.kind === kind)
  const {
    message_price: price,
    messages_counted: areCounted,
    new_account_messages: given,
    refund_days: refundDays,
  } = config
  return {
    provider: products.length > 0 ? config.payment_provider : null,
    plans: of('membership'),
    coins: of('coins'),
    messages: of('messages'),
    given,
    price,
    areCounted,
    refundDays,
  }
}

/** Everything that can be bought, its price, what is free, and what happens after the purchase. */
export default function PricePage() {
  const { person } = useSession()
  const text = useText()
  // Under 18 nothing is sold (A8).
  if (person?.teen) return <NothingOnSale title={text('protection.shop.title')} reason={text('protection.shop.text')} />
  // For a day after a crisis nothing is offered (C3). Someone who looks over the person's shoulder must not learn why.
  if (person?.offers_paused)
    return <NothingOnSale title={text('billing.price.heading')} reason={text('billing.price.paused')} />
  return <Prices />
}

function NothingOnSale({ title, reason }: { title: string; reason: string }) {
  const text = useText()
  const locale = useLocale()
  return (
    <div className="price-page">
      <header className="page-head">
        <h1 className="display">{title}</h1>
        <p className="muted">{reason}</p>
      </header>
      <div className="price-closed">
        <LinkButton to={pathTo('index', locale)} variant="primary" size="large">
          {text('billing.price.find')}
        </LinkButton>
      </div>
    </div>
  )
}

function Prices() {
  const { provider, plans, coins, messages, given, price, areCounted, refundDays } =
    useLoaderData<typeof loader>().offer
  const { person } = useSession()
  const text = useText()
  const locale = useLocale()
  const wallet = useWallet()
  const checkoutPath = pathTo('checkout', locale)
  const from = useChatOfOrigin()
  const pathOf = (product: string) => pathTo('checkout', locale, {}, { product, from })
  const [plan, ...longer] = plans
  const heldMessages =
    areCounted && wallet && !wallet.unlimited_messages ? text('wallet.messages', { count: wallet.message_num }) : null
  const sections = [
    ...(plan ? [{ id: 'membership', label: text('billing.tabs.membership') }] : []),
    ...(coins.length > 0 ? [{ id: 'coins', label: text('billing.tabs.coins') }] : []),
    ...(areCounted ? [{ id: 'messages', label: text('billing.tabs.messages') }] : []),
  ]
  return (
    <div className="price-page">
      <div className="price-head">
        <img
          className="price-scene"
          src={SCENE}
          srcSet={`${pictureAtWidth(SCENE, 480)} 480w, ${SCENE} 960w`}
          sizes="(min-width: 64rem) 24rem, 100vw"
          width={960}
          height={720}
          alt=""
          fetchPriority="high"
        />
        <header className="page-head">
          <h1 className="display">{text('billing.price.heading')}</h1>
          <p className="muted">{text(areCounted ? 'billing.price.lead' : 'billing.price.leadFree')}</p>
        </header>
      </div>
      {provider ? null : (
        <div className="price-closed">
          <Banner icon="info" tone="plain">
            {text('billing.price.closed')}
          </Banner>
          <LinkButton to={pathTo('index', locale)} variant="primary" size="large">
            {text('billing.price.find')}
          </LinkButton>
        </div>
      )}
      {provider === 'sandbox' ? (
        <div className="price-test">
          <TestLine>{text('billing.price.practice')}</TestLine>
        </div>
      ) : null}
      {sections.length > 1 ? <SectionTabs label={text('billing.price.heading')} sections={sections} /> : null}
      {plan ? (
        <>
          <section id="membership" className="price-first" aria-label={text('billing.tabs.membership')}>
            {person?.member.active ? <MemberUntil unixSeconds={person.member.update_time} /> : null}
            <PlanChoice plans={[plan, ...longer]} checkoutPath={checkoutPath} from={from} />
          </section>
          <section className="price-part">
            <h2 className="title-1">{text('billing.compare.title')}</h2>
            <MemberTable given={areCounted ? given : null} plan={plan} />
          </section>
        </>
      ) : null}
      {coins.length > 0 ? (
        <ProductSection
          id="coins"
          title={text('billing.tabs.coins')}
          held={wallet ? text('wallet.coins', { count: wallet.coin_num }) : null}
          hint={text('billing.coinsHint')}
        >
          <PackList packs={coins} pathOf={pathOf} />
        </ProductSection>
      ) : null}
      {areCounted ? (
        <ProductSection
          id="messages"
          title={text('billing.tabs.messages')}
          held={heldMessages}
          hint={messages.length > 0 ? text('billing.messagesHint') : null}
        >
          {messages.length > 0 ? <PackList packs={messages} pathOf={pathOf} /> : null}
          <h3 className="title-2 price-talking">{text('billing.price.talking')}</h3>
          <MessageTiles given={given} price={price} />
        </ProductSection>
      ) : null}
      <section className="price-part answers">
        <h2 className="title-1">{text('billing.faq.title')}</h2>
        <Faq provider={provider} areCounted={areCounted} refundDays={refundDays} />
      </section>
    </div>
  )
}

function MemberUntil({ unixSeconds }: { unixSeconds: number }) {
  const text = useText()
  const format = useFormat()
  const { timeZone } = useReaderClock()
  const date = format.date(new Date(unixSeconds * 1_000).toISOString(), timeZone)
  return <p className="muted price-member">{text('wallet.memberUntil', { date })}</p>
}

interface ProductSectionProps {
  id: string
  title: string
  /** The person's current amount; null if it is unknown or not counted. */
  held: string | null
  hint: string | null
  children: ReactNode
}

function ProductSection({ id, title, held, hint, children }: ProductSectionProps) {
  const text = useText()
  return (
    <section id={id} className="price-part" aria-labelledby={`${id}-title`}>
      <div className="price-part-head">
        <h2 className="title-1" id={`${id}-title`}>
          {title}
        </h2>
        {held ? <p className="small muted figures">{text('wallet.balance', { amount: held })}</p> : null}
      </div>
      {hint ? <p className="small muted price-part-hint">{hint}</p> : null}
      {children}
    </section>
  )
}
