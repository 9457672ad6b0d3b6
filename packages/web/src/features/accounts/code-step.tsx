import { LIMITS } from '@everkin/contract/limits.ts'
import type { User } from '@everkin/contract/types.ts'
import { useEffect, useState } from 'react'
import { ApiError, callApi } from '../../api/call.ts'
import { RichText, slot } from '../../i18n/rich-text.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { CodeInput } from '../../ui/code-input.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useToast } from '../../ui/toast.tsx'

interface CodeStepProps {
  email: string
  onSignedIn: (person: User) => void
  onOtherEmail: () => void
  /** Where this machine keeps its mails when it sends none (local mode). */
  outboxUrl: string | null
}

/** Takes the six characters, checks them by itself at the sixth, and sends another code after a minute. */
export function CodeStep({ email, onSignedIn, onOtherEmail, outboxUrl }: CodeStepProps) {
  const text = useText()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isChecking, setIsChecking] = useState(false)

  async function change(typed: string) {
    setCode(typed)
    setError(null)
    if (typed.length < LIMITS.codeLength || isChecking) return
    setIsChecking(true)
    try {
      onSignedIn(await callApi('POST /api/account/emailLogin', { body: { email, code: typed } }))
    } catch (failure) {
      setError(failure instanceof ApiError ? failure.message : text('errors.internal'))
      setCode('')
      setIsChecking(false)
    }
  }

  return (
    <div className="stack">
      <p className="muted">
        <RichText text={text('accounts.code.sentTo', { email: slot('email') })} names={{ email }} />
      </p>
      {outboxUrl ? (
        <Banner icon="envelope-simple">
          <RichText
            text={text('accounts.local.findCode')}
            tags={{
              outbox: (label) => (
                <a className="plain-link" href={outboxUrl} target="_blank" rel="noreferrer">
                  {label}
                </a>
              ),
            }}
          />
        </Banner>
      ) : null}
      <CodeInput
        value={code}
        onChange={change}
        label={text('accounts.code.label')}
        error={error}
        readOnly={isChecking}
        autoFocus
      />
      <div className="code-foot small">
        {isChecking ? <Spinner label={text('accounts.code.checking')} /> : <Resend email={email} onError={setError} />}
        <button type="button" className="text-button" onClick={onOtherEmail}>
          {text('accounts.code.otherEmail')}
        </button>
      </div>
    </div>
  )
}

/** Counts down to the next possible mail; `m:ss`, left to right in every language. */
function Resend({ email, onError }: { email: string; onError: (message: string) => void }) {
  const text = useText()
  const locale = useLocale()
  const toasts = useToast()
  const [endsAtMs, setEndsAtMs] = useState(() => Date.now() + LIMITS.codeResendMs)
  const seconds = useSecondsUntil(endsAtMs)

  async function resend() {
    setEndsAtMs(Date.now() + LIMITS.codeResendMs)
    try {
      const { resend_after } = await callApi('POST /api/account/sendCode', {
        body: { email, purpose: 'login', lang: locale },
      })
      setEndsAtMs(Date.now() + resend_after * 1000)
      toasts.show(text('accounts.code.resent'))
    } catch (failure) {
      onError(failure instanceof ApiError ? failure.message : text('errors.internal'))
    }
  }

  if (seconds > 0) {
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
    return (
      <span className="faint figures">
        <RichText text={text('accounts.code.resendIn', { time: slot('time') })} names={{ time }} />
      </span>
    )
  }
  return (
    <button type="button" className="text-button" onClick={resend}>
      {text('accounts.code.resend')}
    </button>
  )
}

/** Counts by the clock, not by ticks: whoever goes to read their mail leaves this page asleep behind them. */
function useSecondsUntil(endsAtMs: number): number {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    setNowMs(Date.now())
    const timer = setInterval(() => {
      setNowMs(Date.now())
      if (Date.now() >= endsAtMs) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [endsAtMs])
  return Math.max(0, Math.ceil((endsAtMs - nowMs) / 1000))
}
