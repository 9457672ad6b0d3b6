import { useEffect } from 'react'
import { appealPage, markShownAtField } from '../../lib/appeal-at-field.ts'
import { stoppedText } from '../../lib/stopped-text.ts'
import { useStore } from '../../lib/store.ts'

interface FieldErrorProps {
  id?: string
  className?: string
  /** Null keeps an empty place, so that screen readers announce what comes. */
  children: string | null | undefined
}

/** The error of a field or a form. One that comes from the safety rules has a button to appeal, and no toast repeats it. */
export function FieldError({ id, className = '', children }: FieldErrorProps) {
  return (
    <p className={`field-error ${className}`.trim()} id={id} role="alert">
      {children}
      {children ? <AppealButton message={children} /> : null}
    </p>
  )
}

/** Opens the page of appeals, if the message is that of the latest refusal; for errors that are shown in another way. */
export function AppealButton({ message }: { message: string }) {
  const latest = useStore(stoppedText)
  const appeal = useStore(appealPage)
  const stopped = latest !== null && latest.message === message ? latest : null
  useEffect(() => {
    if (stopped) markShownAtField(stopped)
  }, [stopped])
  const label = appeal?.label()
  if (!stopped || !label) return null
  return (
    <>
      {' '}
      <button type="button" className="text-link" onClick={appeal?.open}>
        {label}
      </button>
    </>
  )
}
