import type { TextKey } from '../../i18n/text-key.ts'
import { useText } from '../../i18n/use-text.ts'
import { Icon } from '../../ui/icon.tsx'

const ANSWERS = {
  cancel: ['billing.faq.cancelQ', 'billing.faq.cancelA'],
  refund: ['billing.faq.refundQ', 'billing.faq.refundA'],
  card: ['billing.faq.cardQ', 'billing.faq.cardA'],
  testCard: ['billing.faq.cardQ', 'billing.faq.cardTest'],
  usedUp: ['billing.faq.usedUpQ', 'billing.faq.usedUpA'],
  back: ['billing.faq.backQ', 'billing.faq.backA'],
} as const satisfies Record<string, [TextKey, TextKey]>

interface PlainAnswersProps {
  /** The payment provider; null if nothing can be bought. */
  provider: 'stripe' | 'sandbox' | null
  /** Whether messages are counted on this server. */
  areCounted: boolean
  refundDays: number
}

/** Expandable questions and answers; only those that apply to this server. */
export function Faq({ provider, areCounted, refundDays }: PlainAnswersProps) {
  const text = useText()
  const days = text('billing.days', { count: refundDays })
  const shown: (keyof typeof ANSWERS)[] = [
    ...(provider ? (['cancel', 'refund', provider === 'stripe' ? 'card' : 'testCard'] as const) : []),
    ...(areCounted && provider ? (['usedUp'] as const) : []),
    ...(areCounted ? (['back'] as const) : []),
  ]
  return shown.map((name, at) => (
    <details key={name} className="answer" open={at === 0}>
      <summary>
        {text(ANSWERS[name][0])}
        <Icon name="caret-down" size="small" />
      </summary>
      <p className="muted">{text(ANSWERS[name][1], { days })}</p>
    </details>
  ))
}
