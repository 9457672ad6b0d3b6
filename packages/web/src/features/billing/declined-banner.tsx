import type { TextKey } from '../../i18n/text-key.ts'
import { useText } from '../../i18n/use-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { InlineAlert } from './inline-alert.tsx'

/** Reasons that are worth saying in our own words; banks know many more, and most say no more than “no”. */
const REASONS: Record<string, TextKey> = {
  insufficient_funds: 'billing.declined.reasons.insufficient_funds',
  expired_card: 'billing.declined.reasons.expired_card',
  incorrect_cvc: 'billing.declined.reasons.incorrect_cvc',
  authentication_required: 'billing.declined.reasons.authentication',
  authentication_failed: 'billing.declined.reasons.authentication',
  payment_intent_authentication_failure: 'billing.declined.reasons.authentication',
}

/** The bank said no: why, where it says so, that nothing is lost, and what can be done. */
export function DeclinedBanner({ reason }: { reason: string }) {
  const text = useText()
  const words = REASONS[reason]
  return (
    <InlineAlert>
      <Banner icon="warning-circle" tone="bad">
        <b>{text('billing.declined.title')}</b>
        {words ? <p>{text('billing.declined.reason', { reason: text(words) })}</p> : null}
        <p>{text('billing.declined.next')}</p>
      </Banner>
    </InlineAlert>
  )
}
