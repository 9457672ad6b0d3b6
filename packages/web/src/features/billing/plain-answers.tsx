import type { TextKey } from '../../i18n/text-key.ts'
import { useText } from '../../i18n/use-text.ts'
import { Icon } from '../../ui/icon.tsx'

const ANSWERS = {
  usedUp: ['billing.faq.usedUpQ', 'billing.faq.usedUpA'],
  back: ['billing.faq.backQ', 'billing.faq.backA'],
  details: ['billing.faq.detailsQ', 'billing.faq.detailsA'],
} as const satisfies Record<string, [TextKey, TextKey]>

/** Questions that open to their answers; those about messages only where messages are counted. */
export function PlainAnswers({ areCounted }: { areCounted: boolean }) {
  const text = useText()
  const shown = areCounted ? (['usedUp', 'back', 'details'] as const) : (['details'] as const)
  return shown.map((name, at) => (
    <details key={name} className="answer" open={at === 0}>
      <summary>
        {text(ANSWERS[name][0])}
        <Icon name="caret-down" size="small" />
      </summary>
      <p className="muted">{text(ANSWERS[name][1])}</p>
    </details>
  ))
}
