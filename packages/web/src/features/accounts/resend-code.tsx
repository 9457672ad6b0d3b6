import { LIMITS } from '@everkin/contract/limits.ts'
import { LOCALES } from '@everkin/contract/locales.ts'
import { useEffect, useState } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { callApi } from '../../api/client.ts'
import { useFormat } from '../../i18n/format.ts'
import { RichText, slot } from '../../i18n/rich-text.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useToast } from '../../ui/toast.tsx'

interface ResendCodeProps {
  email: string
  purpose: 'login' | 'reset' | 'confirm'
  onError: (message: string) => void
}

/** Counts down until another code can be sent; `m:ss`, left to right in every language. */
export function ResendCode({ email, purpose, onError }: ResendCodeProps) {
  const text = useText()
  const format = useFormat()
  const locale = useLocale()
  const toasts = useToast()
  const [endsAtMs, setEndsAtMs] = useState(() => Date.now() + LIMITS.codeResendMs)
  const seconds = useSecondsUntil(endsAtMs)

  async function resend() {
    setEndsAtMs(Date.now() + LIMITS.codeResendMs)
    try {
      const { resend_after } =
        purpose === 'confirm'
          ? await callApi('POST /api/account/sendConfirmCode', { body: { lang: locale } })
          : await callApi('POST /api/account/sendCode', { body: { email, purpose, lang: locale } })
      setEndsAtMs(Date.now() + resend_after * 1000)
      toasts.show(text('accounts.code.resent'))
    } catch (failure) {
      onError(errorMessage(failure, text))
    }
  }

  if (seconds > 0) {
    const pad = new Intl.NumberFormat(LOCALES[locale].intl, { minimumIntegerDigits: 2 })
    const time = `${format.number(Math.floor(seconds / 60))}:${pad.format(seconds % 60)}`
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

/** Counts by the clock, not by ticks, because timers are throttled while the reader is in their mail app. */
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
