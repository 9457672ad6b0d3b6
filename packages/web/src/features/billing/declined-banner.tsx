import type { TextKey } from '../../i18n/text-key.ts'
import { useText } from '../../i18n/use-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { InlineAlert } from './inline-alert.tsx'

/** Reasons with their own text; banks know many more, and most only say “no”. */
const REASONS: Record<string, TextKey> = {
  insufficient_funds: 'billing.declined.reasons.insufficient_funds',
  expired_card: 'billing.declined.reasons.expired_card',
  incorrect_cvc: 'billing.declined.reasons.incorrect_cvc',
  authentication_required: 'billing.declined.reasons.authentication',
  authentication_failed: 'billing.declined.reasons.authentication',
  payment_intent_authentication_failure: 'billing.declined.reasons.authentication',
}

/** Reports that the bank declined: the reason, if known, that nothing was charged, and what to do. */
export function DeclinedBanner({ reason }: { reason: string }) {
  const text = useText()
  const key = REASONS[reason]
  return (
    <InlineAlert>
      <Banner icon="warning-circle" tone="bad">
        <b>{text('billing.declined.title')}</b>
        {key ? <p>{text('billing.declined.reason', { reason: text(key) })}</p> : null}
        <p>{text('billing.declined.next')}</p>
      </Banner>
    </InlineAlert>
  )
}
