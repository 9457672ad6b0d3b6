import { useText } from '../../i18n/use-text.ts'
import { Switch } from '../../ui/form/switch.tsx'
import { useVisitAnswer } from './use-visit-answer.ts'

/** Shows the answer to the consent notice and lets people change it. Its texts are `shell.consent`. */
export function VisitChoice({ deviceType }: { deviceType: 0 | 1 }) {
  const text = useText()
  const { answer, give } = useVisitAnswer()
  return (
    <Switch
      label={text('shell.consent.choice')}
      on={answer === 'yes'}
      disabled={answer === undefined}
      onChange={(on) => give(on ? 'yes' : 'no', deviceType)}
    />
  )
}
