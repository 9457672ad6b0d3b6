import type { ApiData } from '@everkin/contract/api-types.ts'
import { errorMessage } from '../../api/api-error.ts'
import { callApi } from '../../api/client.ts'
import { useText } from '../../i18n/use-text.ts'
import { arePasskeysSupported, PasskeyFailure, signWithPasskey } from '../../lib/passkeys.ts'
import { useMounted } from '../../lib/use-mounted.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useMutation } from '../../ui/use-mutation.ts'

interface PasskeyButtonProps {
  config: ApiData<'GET /api/config'> | null
  onSignedIn: (signedIn: ApiData<'POST /api/account/passkeyLogin'>) => void
}

/** Signs in with a passkey, in browsers that have them. The browser asks which one; no address is needed. */
export function PasskeyButton({ config, onSignedIn }: PasskeyButtonProps) {
  const text = useText()
  const isMounted = useMounted()
  const signIn = useMutation(
    async () => {
      const passkey = await signWithPasskey(await callApi('POST /api/account/passkeyLoginOptions'))
      onSignedIn(await callApi('POST /api/account/passkeyLogin', { body: { passkey } }))
    },
    {
      onError: (error) =>
        error instanceof PasskeyFailure ? text('accounts.passkey.cancelled') : errorMessage(error, text),
    },
  )
  if (!isMounted || !arePasskeysSupported(config?.passkey_domain)) return null
  return (
    <>
      <Button size="large" wide busy={signIn.isBusy} onClick={() => void signIn.run()}>
        <Icon name="fingerprint" />
        {text('accounts.passkey.signIn')}
      </Button>
      {signIn.error ? (
        <div role="alert">
          <Banner icon="warning-circle" tone="bad">
            {signIn.error}
          </Banner>
        </div>
      ) : null}
    </>
  )
}
