import type { ModelInfo } from '@everkin/contract/types.ts'
import { useText } from '../../../i18n/use-text.ts'
import { useWallet } from '../../../session/wallet.ts'

/** What a model is good at, in one line: its context, whether it sees pictures or thinks first, and its price. */
export function ModelFacts({ model }: { model: ModelInfo }) {
  const text = useText()
  const isUnlimited = useWallet()?.unlimited_messages === true
  const price = isUnlimited ? null : model.message_price
  const facts = [
    text('presets.choice.context', { count: model.context_tokens }),
    ...(model.vision ? [text('presets.choice.vision')] : []),
    ...(model.reasoning ? [text('presets.choice.reasoning')] : []),
    ...(price === null
      ? []
      : [price === 0 ? text('presets.choice.free') : text('presets.choice.price', { count: price })]),
  ]
  return (
    <span className="model-facts">
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </span>
  )
}
