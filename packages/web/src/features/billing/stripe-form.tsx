import type { Locale } from '@everkin/contract/locales.ts'
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Appearance, Stripe, StripeElementLocale, StripeError } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { type FormEvent, useState } from 'react'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

export interface StripeFormProps {
  stripe: Stripe
  clientSecret: string
  price: string
  /** Where the bank's own page returns to. */
  returnUrl: string
  /** Called with a reason if the payment was declined and can be retried, or with null if it was submitted. */
  onAnswer: (refusal: string | null) => void
}

/**
 * Loads Stripe's script from Stripe, as its terms require. Call it when someone proceeds to pay, and not earlier. The
 * fraud signals that it would collect on every page are disabled.
 * @throws Error if the script cannot be loaded.
 */
export async function fetchStripe(publishableKey: string): Promise<Stripe> {
  loadStripe.setLoadParameters({ advancedFraudSignals: false })
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw new Error('Stripe.js did not load')
  return stripe
}

const LOCALES: Record<Locale, StripeElementLocale> = {
  en: 'en-GB',
  ar: 'ar',
  de: 'de',
  es: 'es',
  fr: 'fr',
  ja: 'ja',
  pt: 'pt-BR',
  zh: 'zh',
}

/** Stripe's form in Stripe's own frames: the card number never touches a page or server of ours. */
export function StripeForm(props: StripeFormProps) {
  const locale = LOCALES[useLocale()]
  const options = { clientSecret: props.clientSecret, locale, appearance: appearanceNow() }
  return (
    <Elements stripe={props.stripe} options={options}>
      <CardForm {...props} />
    </Elements>
  )
}

function CardForm({ price, returnUrl, onAnswer }: StripeFormProps) {
  const text = useText()
  const stripe = useStripe()
  const elements = useElements()
  const [isBusy, setIsBusy] = useState(false)

  async function pay(event: FormEvent) {
    event.preventDefault()
    if (!stripe || !elements || isBusy) return
    setIsBusy(true)
    const { error } = await stripe.confirmPayment({
      elements,
      confirmParams: { return_url: returnUrl },
      redirect: 'if_required',
    })
    setIsBusy(false)
    // The form itself shows incomplete fields.
    if (error?.type !== 'validation_error') onAnswer(refusalIn(error))
  }

  return (
    <form className="card-form" onSubmit={(event) => void pay(event)}>
      <section className="card-panel" aria-label="Stripe">
        <PaymentElement options={{ layout: 'tabs' }} />
        <p className="caption faint">
          <Icon name="lock-simple" size="tiny" />
          {text('billing.stripe.note')}
        </p>
      </section>
      <Button type="submit" variant="primary" size="large" wide busy={isBusy} disabled={!stripe}>
        {text('billing.pay', { price })}
      </Button>
    </form>
  )
}

/** Only a decline by the bank counts; after any other error the server is asked what became of the payment. */
function refusalIn(error: StripeError | undefined): string | null {
  if (error?.type !== 'card_error' && error?.code !== 'payment_intent_authentication_failure') return null
  return error.decline_code ?? error.code ?? ''
}

/** Our colours for Stripe's frames, which have none of our style sheets; Stripe needs hexadecimal values. */
function appearanceNow(): Appearance {
  const isLight = getComputedStyle(document.documentElement).colorScheme === 'light'
  return {
    theme: isLight ? 'stripe' : 'night',
    variables: isLight
      ? { colorPrimary: '#7a5100', colorBackground: '#ffffff', colorText: '#27161f', borderRadius: '12px' }
      : { colorPrimary: '#fbb857', colorBackground: '#1b1119', colorText: '#f4efea', borderRadius: '12px' },
  }
}
