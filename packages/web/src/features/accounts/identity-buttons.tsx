import type { ApiData } from '@everkin/contract/api-types.ts'
import { useState } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { callApi } from '../../api/client.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { showIdentity } from './identity-popup.ts'
import { type IdentityWay, PopupFailure } from './shown-identity.ts'

interface IdentityButtonsProps {
  config: ApiData<'GET /api/config'> | null
  /** Code of the invitation behind the registration; its gift is claimed on sign-in. */
  inviteCode?: string
  onSignedIn: (signedIn: ApiData<'POST /api/account/firebaseLogin'>) => void
}

const WAYS = [
  { way: 'google', type: 'google', icon: 'google-logo', label: 'accounts.signIn.google' },
  { way: 'facebook', type: 'Facebook', icon: 'facebook-logo-fill', label: 'accounts.signIn.facebook' },
] as const

const FAILURES = {
  closed: 'accounts.signIn.popupClosed',
  blocked: 'accounts.signIn.popupBlocked',
  unreachable: 'accounts.signIn.unreachable',
  otherWay: 'accounts.signIn.otherWay',
} as const satisfies Record<PopupFailure['reason'], string>

/** Sign-in with Google and Facebook, where configured. Errors are shown here, and the buttons remain usable. */
export function IdentityButtons({ config, inviteCode, onSignedIn }: IdentityButtonsProps) {
  const text = useText()
  const locale = useLocale()
  const [busyWith, setBusyWith] = useState<IdentityWay | null>(null)
  const [error, setError] = useState<string | null>(null)
  const identity = config?.identity
  if (!identity) return null

  async function press({ way, type }: (typeof WAYS)[number]) {
    if (!identity) return
    setBusyWith(way)
    setError(null)
    try {
      const { uid, idToken } = await showIdentity(identity, way, locale)
      const body = { type, uid, id_token: idToken, invite_code: inviteCode }
      onSignedIn(await callApi('POST /api/account/firebaseLogin', { body }))
    } catch (failure) {
      if (failure instanceof PopupFailure) setError(text(FAILURES[failure.reason]))
      else setError(errorMessage(failure, text))
    } finally {
      setBusyWith(null)
    }
  }

  return (
    <>
      {WAYS.filter(({ way }) => config.sign_in[way]).map((one) => (
        <Button key={one.way} size="large" wide busy={busyWith === one.way} onClick={() => void press(one)}>
          <Icon name={one.icon} />
          {text(one.label)}
        </Button>
      ))}
      {identity.kind === 'demo' ? <p className="caption faint">{text('accounts.local.demoIdentity')}</p> : null}
      {error ? (
        <div role="alert">
          <Banner icon="warning-circle" tone="bad">
            {error}
          </Banner>
        </div>
      ) : null}
    </>
  )
}
