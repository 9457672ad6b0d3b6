import { useText } from '../../i18n/use-text.ts'
import { Switch } from '../../ui/form/switch.tsx'
import { useVisitAnswer } from './use-visit-answer.ts'

/** The answer to the notice, to be looked at and changed at any time. Its texts are `shell.consent`. */
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
