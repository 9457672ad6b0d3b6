import type { Order, Product } from '@everkin/contract/types.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { data, Link, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { callApi } from '../../api/client.ts'
import { BankDialog } from '../../features/billing/bank-dialog.tsx'
import { CardPayment } from '../../features/billing/card-payment.tsx'
import { stepOf } from '../../features/billing/checkout.ts'
import { useSession } from '../../session/session.tsx'
import '../../features/billing/checkout.css'
import { DeclinedBanner } from '../../features/billing/declined-banner.tsx'
import { InlineAlert } from '../../features/billing/inline-alert.tsx'
import { OrderSummary } from '../../features/billing/order-summary.tsx'
import { ClosedOutcome, PaidOutcome, WaitingOutcome } from '../../features/billing/outcomes.tsx'
import { TestCards } from '../../features/billing/test-cards.tsx'
import { useCheckout } from '../../features/billing/use-checkout.ts'
import { useFormat } from '../../i18n/format.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { PageContext } from '../page-context.ts'
import { pageMeta } from '../page-meta.ts'
import { orPageError, pageTools } from '../page-tools.ts'
import { isPaymentPage, pathTo } from '../paths.ts'
import { useChatOfOrigin } from '../use-chat-of-origin.ts'
import { useSiteConfig } from '../use-site-config.ts'

export { PageError as ErrorBoundary } from '../page-error.tsx'

const TEXTS = [
  'billing.checkout',
  'billing.sandbox',
  'billing.stripe',
  'billing.declined',
  'billing.confirm',
  'billing.order',
  'billing.paid',
  'billing.receipt',
  'billing.cap',
  'billing.days',
  'billing.pay',
  'pages.price.title',
  'wallet.coins',
  'wallet.messages',
]

const DAY_MS = 86_400_000

/** `?product=` starts a purchase, `?order=` continues one. */
export async function loader(args: LoaderFunctionArgs) {
  const { context, text, texts, title, locale } = pageTools(args, TEXTS)
  const query = new URL(args.request.url).searchParams
  const orderId = query.get('order')
  const productId = query.get('product')
  // An order that was begun before can still be paid.
  const isNothingOnSale = context.person?.offers_paused === true && orderId === null
  if (context.person?.teen || isNothingOnSale || (orderId === null && productId === null))
    throw redirect(pathTo('AboutView', locale))
  const order = orderId === null ? null : await orPageError(openOrder(context, orderId, locale))
  const product = order?.product ?? (await findProduct(context, productId ?? ''))
  return {
    order,
    product,
    until: membershipEnd(product, context.person?.member.update_time ?? 0),
    // Added by the bank's page on return; the order itself has the actual result.
    wasSent: ['succeeded', 'pending'].includes(query.get('redirect_status') ?? ''),
    texts,
    title: title(text('billing.checkout.heading')),
  }
}

export const meta = pageMeta

/** The page's state is newer than what the loader would return. */
export function shouldRevalidate() {
  return false
}

async function openOrder(context: PageContext, order_id: string, locale: PageContext['locale']): Promise<Order> {
  const order = await context.call('GET /api/order/status', { query: { order_id } })
  if (stepOf(order) === 'done') throw redirect(pathTo('orders', locale, {}, { order: order.id }))
  return order
}

async function findProduct(context: PageContext, id: string): Promise<Product> {
  const products = await context.call('GET /api/product/list', {})
  const product = products.find((candidate) => candidate.id === id)
  if (!product) throw data(null, { status: 404 })
  return product
}

/** End of the membership after the purchase: its days are added to a membership that still runs. */
function membershipEnd({ period_days: days }: Product, memberUntil: number): string {
  return new Date(Math.max(Date.now(), memberUntil * 1_000) + (days ?? 0) * DAY_MS).toISOString()
}

/** Checkout of one product: what it is, payment, and the result. */
export default function CheckoutPage() {
  const initial = useLoaderData<typeof loader>()
  const { person } = useSession()
  const locale = useLocale()
  const format = useFormat()
  const config = useSiteConfig()
  const { product } = initial
  const { checkout, state } = useCheckout({ ...initial, personId: person?.id ?? '' })
  const { order, step } = state
  const provider = order?.provider ?? config?.payment_provider ?? null
  const isTest = provider === 'sandbox'
  const from = useChatOfOrigin()
  const paths = {
    orders: pathTo('orders', locale),
    chat: from === undefined ? null : pathTo('chat', locale, {}, { chat_id: from }),
    chats: pathTo('chathistory', locale),
    again: pathTo('checkout', locale, {}, { product: product.id, from }),
    receipt: pathTo('orders', locale, {}, { order: order?.id }),
  }
  const orderPath = order ? pathTo('checkout', locale, {}, { order: order.id, from }) : null
  useOrderInAddress(orderPath)
  const onStripe = useStripeDocument(provider === 'stripe')
  const reader = useRefreshedPerson(step === 'done')

  if (step === 'waiting') return <WaitingOutcome isLate={state.isLate} isTest={isTest} paths={paths} />
  if (step === 'done' && order && reader) {
    return <PaidOutcome order={order} reader={reader} isTest={isTest} paths={paths} />
  }
  if (step === 'over' && order) return <ClosedOutcome status={order.status} isTest={isTest} againPath={paths.again} />

  const amount = order?.amount ?? product.amount
  const price = format.money(amount, product.currency)
  const busy = step === 'busy' || step === 'confirm' || step === 'done'
  return (
    <CheckoutFrame product={product} amount={amount} until={initial.until}>
      {state.declined === null ? null : <DeclinedBanner reason={state.declined} />}
      <CheckoutAlert state={state} price={price} />
      {isTest ? (
        <TestCards price={price} busy={busy} onPay={(card) => void checkout.payByTestCard(card)} />
      ) : (
        <CardPayment
          publishableKey={config?.stripe_publishable_key ?? ''}
          clientSecret={state.clientSecret}
          price={price}
          returnUrl={orderPath === null ? '' : new URL(orderPath, window.location.href).href}
          busy={busy}
          onOpen={() => void checkout.openCardForm()}
          onLoaded={onStripe}
          onAnswer={(refusal) => void checkout.cardFormAnswered(refusal)}
        />
      )}
      <RefundHint days={config?.refund_days ?? 0} />
      <BankDialog
        open={step === 'confirm'}
        amount={amount}
        currency={product.currency}
        seller={config?.operator_name ?? 'Everkin'}
        onAgree={() => void checkout.confirm()}
        onRefuse={() => void checkout.refuse()}
      />
    </CheckoutFrame>
  )
}

interface CheckoutFrameProps {
  product: Product
  amount: number
  until: string
  children: React.ReactNode
}

function CheckoutFrame({ product, amount, until, children }: CheckoutFrameProps) {
  const text = useText()
  const locale = useLocale()
  const pricePath = pathTo('AboutView', locale, {}, { from: useChatOfOrigin() })
  return (
    <div className="checkout">
      <Link className="crumb" to={pricePath}>
        <Icon name="caret-left" size="small" mirror />
        {text('pages.price.title')}
      </Link>
      <h1 className="display checkout-title">{text('billing.checkout.heading')}</h1>
      <div className="checkout-columns">
        <OrderSummary product={product} amount={amount} until={until}>
          <Link className="text-button" to={`${pricePath}#${product.kind}`}>
            {text('billing.checkout.other')}
          </Link>
        </OrderSummary>
        <div className="checkout-pay">{children}</div>
      </div>
    </div>
  )
}

interface CheckoutAlertProps {
  state: { problem: string | null; isCapped: boolean; isRepriced: boolean }
  price: string
}

/** Other problems: the person's spending limit, a changed price, or a message from the server. */
function CheckoutAlert({ state: { problem, isCapped, isRepriced }, price }: CheckoutAlertProps) {
  const text = useText()
  const locale = useLocale()
  if (!problem && !isCapped && !isRepriced) return null
  return (
    <InlineAlert>
      <Banner icon={isCapped ? 'hand-heart' : 'info'} tone="plain">
        {isCapped ? (
          <>
            <b>{text('billing.cap.reached')}</b>
            <p>{text('billing.cap.reachedHint')}</p>
            <Link className="text-button" to={`${pathTo('set', locale)}#limit`}>
              {text('billing.cap.change')}
            </Link>
          </>
        ) : (
          (problem ?? text('billing.checkout.repriced', { price }))
        )}
      </Banner>
    </InlineAlert>
  )
}

function RefundHint({ days }: { days: number }) {
  const text = useText()
  if (days === 0) return null
  return (
    <p className="caption muted checkout-refund">
      {text('billing.checkout.refundHint', { days: text('billing.days', { count: days }) })}
    </p>
  )
}

/** Puts the order into the address, so that a reload or coming back continues it instead of creating another one. */
function useOrderInAddress(path: string | null): void {
  useEffect(() => {
    if (path !== null) window.history.replaceState(window.history.state, '', path)
  }, [path])
}

/**
 * The content security policy allows Stripe only in a document that was loaded as this page. Once its script is there,
 * navigation must load a new document, so that the script is gone. Returns what to call when Stripe has loaded.
 */
function useStripeDocument(isStripe: boolean): () => void {
  const wasLoaded = useRef(false)
  useEffect(() => {
    if (!isStripe) return
    const [loaded] = performance.getEntriesByType('navigation')
    const path = loaded && URL.canParse(loaded.name) ? new URL(loaded.name).pathname : window.location.pathname
    if (!isPaymentPage(path)) window.location.reload()
    return () => {
      if (wasLoaded.current) window.location.reload()
    }
  }, [isStripe])
  return useCallback(() => {
    wasLoaded.current = true
  }, [])
}

/** Reloads the person after a payment, so that the other pages have the new balance too. */
function useRefreshedPerson(isPaid: boolean) {
  const { person, setPerson } = useSession()
  const [isFresh, setIsFresh] = useState(false)
  useEffect(() => {
    if (!isPaid || isFresh) return
    let isLeft = false
    callApi('GET /api/user/info')
      .then((found) => !isLeft && setPerson(found))
      .catch(() => {}) // the purchase is complete all the same; the next page shows it
      .finally(() => !isLeft && setIsFresh(true))
    return () => {
      isLeft = true
    }
  }, [isPaid, isFresh, setPerson])
  return isFresh ? person : null
}
