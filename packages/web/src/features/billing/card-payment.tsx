import { type ComponentType, useEffect, useState } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { StripeFormProps } from './stripe-form.tsx'

interface CardPaymentProps extends Omit<StripeFormProps, 'stripe' | 'clientSecret'> {
  publishableKey: string
  /** Null until the person proceeds to pay. */
  clientSecret: string | null
  busy: boolean
  onOpen: () => void
  /** Called when Stripe's script has been loaded into this page. */
  onLoaded: () => void
}

type Loaded = { Form: ComponentType<StripeFormProps>; stripe: StripeFormProps['stripe'] }

/** Card payment through Stripe. Nothing of Stripe's is loaded until the person proceeds to pay. */
export function CardPayment({ publishableKey, clientSecret, busy, onOpen, onLoaded, ...form }: CardPaymentProps) {
  const text = useText()
  const [loaded, setLoaded] = useState<Loaded | 'failed' | null>(null)
  const isWanted = clientSecret !== null && loaded === null

  useEffect(() => {
    if (!isWanted) return
    let isLeft = false
    onLoaded()
    void fetchForm(publishableKey).then((found) => !isLeft && setLoaded(found))
    return () => {
      isLeft = true
    }
  }, [isWanted, publishableKey, onLoaded])

  if (clientSecret === null) {
    return (
      <div className="pay-go">
        <Button variant="primary" size="large" wide busy={busy} onClick={onOpen}>
          {text('billing.stripe.go')}
        </Button>
        <p className="caption muted">{text('billing.stripe.goHint')}</p>
      </div>
    )
  }
  if (loaded === 'failed') {
    return (
      <div className="pay-go" role="alert">
        <Banner icon="warning-circle" tone="bad">
          {text('billing.stripe.missing')}
        </Banner>
        <Button onClick={() => setLoaded(null)}>{text('shell.actions.retry')}</Button>
      </div>
    )
  }
  if (!loaded) return <Spinner label={text('shell.loading')} />
  const { Form, stripe } = loaded
  return <Form {...form} stripe={stripe} clientSecret={clientSecret} />
}

async function fetchForm(publishableKey: string): Promise<Loaded | 'failed'> {
  try {
    const { StripeForm, fetchStripe } = await import('./stripe-form.tsx')
    return { Form: StripeForm, stripe: await fetchStripe(publishableKey) }
  } catch {
    return 'failed' // no connection, or something blocks Stripe
  }
}
