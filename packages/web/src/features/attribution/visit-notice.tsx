import { useEffect } from 'react'
import { RichText } from '../../i18n/rich-text.tsx'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { useVisitAnswer } from './use-visit-answer.ts'
import './visits.css'

/**
 * Asks for consent to count this visit, with two equal buttons, without covering the content; nothing leaves the
 * browser before an answer. The answer is stored, so the question appears once.
 */
export function VisitNotice({ deviceType }: { deviceType: 0 | 1 }) {
  const text = useText()
  const { answer, arrive, give } = useVisitAnswer()
  useEffect(() => {
    if (answer !== undefined) arrive(deviceType)
  }, [answer, arrive, deviceType])
  if (answer !== null) return null
  return (
    <section className="visit-notice" aria-label={text('shell.consent.label')}>
      <p className="small">
        <RichText text={text('shell.consent.text')} tags={{ b: (words) => <b>{words}</b> }} />
      </p>
      <div className="visit-notice-choices">
        <Button onClick={() => give('no', deviceType)}>{text('shell.consent.decline')}</Button>
        <Button onClick={() => give('yes', deviceType)}>{text('shell.consent.allow')}</Button>
      </div>
    </section>
  )
}
