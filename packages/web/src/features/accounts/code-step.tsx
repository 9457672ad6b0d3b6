import type { ApiData } from '@everkin/contract/api-types.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import { useState } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { callApi } from '../../api/client.ts'
import { RichText, slot } from '../../i18n/rich-text.tsx'
import { useText } from '../../i18n/use-text.ts'
import { CodeInput } from '../../ui/form/code-input.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import { OutboxBanner } from './outbox-banner.tsx'
import { ResendCode } from './resend-code.tsx'
import './sign-in.css'

interface CodeStepProps {
  email: string
  /** Code of the invitation behind the registration; its gift is claimed on sign-in. */
  inviteCode?: string
  onSignedIn: (signedIn: ApiData<'POST /api/account/emailLogin'>) => void
  onOtherEmail: () => void
  /** Address of the local inbox if no mail is sent (local mode). */
  outboxUrl: string | null
}

/** Takes the six digits, submits them at the sixth, and can send another code after a minute. */
export function CodeStep({ email, inviteCode, onSignedIn, onOtherEmail, outboxUrl }: CodeStepProps) {
  const text = useText()
  const [code, setCode] = useState('')

  const check = useMutation(
    async (typed: string) =>
      onSignedIn(
        await callApi('POST /api/account/emailLogin', { body: { email, code: typed, invite_code: inviteCode } }),
      ),
    {
      staysBusy: true,
      onError: (thrown) => {
        setCode('')
        return errorMessage(thrown, text)
      },
    },
  )
  const { isBusy: isChecking, error, setError } = check

  function change(typed: string) {
    setCode(typed)
    setError(null)
    if (typed.length >= LIMITS.codeLength) void check.run(typed)
  }

  return (
    <div className="stack">
      <p className="muted code-sent">
        <RichText text={text('accounts.code.sentTo', { email: slot('email') })} names={{ email }} />
      </p>
      {outboxUrl ? <OutboxBanner url={outboxUrl} /> : null}
      <CodeInput
        value={code}
        onChange={change}
        label={text('accounts.code.label')}
        error={error}
        readOnly={isChecking}
        autoFocus
      />
      <div className="code-foot small">
        {isChecking ? <Spinner label={text('accounts.code.checking')} /> : null}
        {/* Hidden but mounted: a rejected code must not restart the countdown. */}
        <span hidden={isChecking}>
          <ResendCode email={email} purpose="login" onError={setError} />
        </span>
        <button type="button" className="text-button" onClick={onOtherEmail}>
          {text('accounts.code.otherEmail')}
        </button>
      </div>
    </div>
  )
}
