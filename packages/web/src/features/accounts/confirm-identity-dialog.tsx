import type { ApiBody, ApiData } from '@everkin/contract/api-types.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import { useEffect, useState } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { callApi } from '../../api/client.ts'
import { RichText, slot } from '../../i18n/rich-text.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { arePasskeysSupported, PasskeyFailure, signWithPasskey } from '../../lib/passkeys.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CodeInput } from '../../ui/form/code-input.tsx'
import { FieldError } from '../../ui/form/field-error.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import { OutboxBanner } from './outbox-banner.tsx'
import { ResendCode } from './resend-code.tsx'

interface ConfirmIdentityDialogProps {
  config: ApiData<'GET /api/config'> | null
  onConfirmed: () => void
  onClose: () => void
}

/** Asks a signed-in person to prove who they are, with a code by mail or with a passkey. */
export function ConfirmIdentityDialog({ config, onConfirmed, onClose }: ConfirmIdentityDialogProps) {
  const text = useText()
  const locale = useLocale()
  const { person } = useSession()
  const hasPasskey = useHasPasskey(config?.passkey_domain)
  const [isSent, setIsSent] = useState(false)
  const [code, setCode] = useState('')
  const email = person?.email ?? null

  const send = useMutation(async () => {
    await callApi('POST /api/account/sendConfirmCode', { body: { lang: locale } })
    setIsSent(true)
  })
  const confirm = useMutation(
    async (proof: () => Promise<ApiBody<'POST /api/account/confirmIdentity'>>) => {
      await callApi('POST /api/account/confirmIdentity', { body: await proof() })
      onConfirmed()
    },
    {
      onError: (error) => {
        setCode('')
        return error instanceof PasskeyFailure ? text('accounts.passkey.cancelled') : errorMessage(error, text)
      },
    },
  )
  const withPasskey = async () => ({
    passkey: await signWithPasskey(await callApi('POST /api/account/passkeyLoginOptions')),
  })
  const error = confirm.error ?? send.error

  function change(typed: string) {
    setCode(typed)
    confirm.setError(null)
    if (typed.length >= LIMITS.codeLength) void confirm.run(async () => ({ code: typed }))
  }

  return (
    <Dialog
      open
      onClose={onClose}
      narrow
      title={text('accounts.confirm.title')}
      description={text(email === null && !hasPasskey ? 'accounts.confirm.signInAgain' : 'accounts.confirm.hint')}
    >
      <div className="stack">
        {isSent && email !== null ? (
          <>
            <p className="muted">
              <RichText text={text('accounts.code.sentTo', { email: slot('email') })} names={{ email }} />
            </p>
            {config?.mail_outbox ? <OutboxBanner url={config.mail_outbox} /> : null}
            <CodeInput
              value={code}
              onChange={change}
              label={text('accounts.code.label')}
              error={error}
              readOnly={confirm.isBusy}
              autoFocus
            />
            <div className="code-foot small">
              <ResendCode email={email} purpose="confirm" onError={confirm.setError} />
            </div>
          </>
        ) : (
          <>
            {email === null ? null : (
              <p className="muted">
                <RichText text={text('accounts.confirm.to', { email: slot('email') })} names={{ email }} />
              </p>
            )}
            {error ? <FieldError>{error}</FieldError> : null}
            {email === null ? null : (
              <Button
                variant="primary"
                size="large"
                wide
                busy={send.isBusy}
                disabled={confirm.isBusy}
                data-first-focus
                onClick={() => void send.run()}
              >
                {text('accounts.email.sendCode')}
              </Button>
            )}
          </>
        )}
        {hasPasskey ? (
          <Button size="large" wide busy={confirm.isBusy} onClick={() => void confirm.run(withPasskey)}>
            {text('accounts.confirm.withPasskey')}
          </Button>
        ) : null}
      </div>
    </Dialog>
  )
}

/** Whether the account has a passkey that could be used here; false until the server has answered. */
function useHasPasskey(domain: string | undefined): boolean {
  const [has, setHas] = useState(false)
  useEffect(() => {
    if (!arePasskeysSupported(domain)) return
    const abort = new AbortController()
    callApi('GET /api/account/passkeys', { signal: abort.signal })
      .then((passkeys) => setHas(passkeys.length > 0))
      .catch(() => undefined) // the code remains
    return () => abort.abort()
  }, [domain])
  return has
}
