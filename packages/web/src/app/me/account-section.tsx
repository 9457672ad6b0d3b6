import type { ApiData } from '@everkin/contract/api-types.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { callApi } from '../../api/client.ts'
import { AvatarRow } from '../../features/accounts/avatar-row.tsx'
import { PasswordDialog } from '../../features/accounts/password-dialog.tsx'
import { useFreshSignIn, type WithFreshSignIn } from '../../features/accounts/use-fresh-sign-in.tsx'
import { ExportRow } from '../../features/settings/export-row.tsx'
import { PasskeyRows } from '../../features/settings/passkey-rows.tsx'
import { Row, Section } from '../../features/settings/rows.tsx'
import { useText } from '../../i18n/use-text.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import { DeleteAccount, useSignOut } from '../shell/sign-out.tsx'
import { useSiteConfig } from '../use-site-config.ts'

interface AccountSectionProps {
  /** How the person can sign in; null if that could not be loaded. */
  ways: ApiData<'GET /api/account/signInWays'> | null
  passkeys: ApiData<'GET /api/account/passkeys'>
}

/** Account settings: sign-in methods, signing out, and deleting the account. */
export function AccountSection({ ways, passkeys }: AccountSectionProps) {
  const text = useText()
  const { person } = useSession()
  const { signOut } = useSignOut()
  const [isDeleting, setIsDeleting] = useState(false)
  const config = useSiteConfig()
  const { withFreshSignIn, dialog } = useFreshSignIn(config)
  if (!person) return null
  return (
    <Section id="account" title={text('settings.sections.account')}>
      <AvatarRow />
      {person.email ? (
        <Row label={text('accounts.email.label')}>
          <bdi className="set-value">{person.email}</bdi>
        </Row>
      ) : null}
      {person.email && ways ? <PasswordRow email={person.email} had={ways.password} /> : null}
      <PasskeyRows initial={passkeys} domain={config?.passkey_domain} withFreshSignIn={withFreshSignIn} />
      <LinkedRows ways={ways} canUnlink={person.email !== null} withFreshSignIn={withFreshSignIn} />
      <Row label={text('settings.account.id')}>
        <bdi className="set-value figures">{person.id}</bdi>
      </Row>
      <ExportRow withFreshSignIn={withFreshSignIn} />
      <button type="button" className="set-row" onClick={() => void signOut()}>
        <span className="set-words">
          <b className="capitalise">{text('shell.account.signOut')}</b>
          <span className="set-hint">{text('settings.account.signOutHint')}</span>
        </span>
        <Icon name="sign-out" size="small" mirror />
      </button>
      <button type="button" className="set-row set-danger" onClick={() => setIsDeleting(true)}>
        <span className="set-words">
          <b className="capitalise">{text('shell.account.deleteAccount')}</b>
          <span className="set-hint">{text('accounts.delete.warning')}</span>
        </span>
        <Icon name="trash" size="small" />
      </button>
      <DeleteAccount open={isDeleting} onClose={() => setIsDeleting(false)} />
      {dialog}
    </Section>
  )
}

function PasswordRow({ email, had }: { email: string; had: boolean }) {
  const text = useText()
  const toasts = useToast()
  const [hasPassword, setHasPassword] = useState(had)
  const [isOpen, setIsOpen] = useState(false)
  const config = useSiteConfig()
  const revalidator = useRevalidator()

  function saved() {
    setIsOpen(false)
    setHasPassword(true)
    toasts.show(text('accounts.password.saved'))
    // Changing the password may have signed out other devices.
    void revalidator.revalidate()
  }

  return (
    <>
      <button type="button" className="set-row" onClick={() => setIsOpen(true)}>
        <span className="set-words">
          <b>{text(hasPassword ? 'settings.account.changePassword' : 'settings.account.setPassword')}</b>
          <span className="set-hint">
            {text(hasPassword ? 'settings.account.changeHint' : 'settings.account.setHint')}
          </span>
        </span>
        <Icon name="caret-right" size="small" mirror />
      </button>
      {isOpen ? (
        <PasswordDialog
          hasPassword={hasPassword}
          email={email}
          config={config}
          onClose={() => setIsOpen(false)}
          onSaved={saved}
        />
      ) : null}
    </>
  )
}

const PROVIDERS = [
  ['google', 'Google'],
  ['facebook', 'Facebook'],
] as const

interface LinkedRowsProps {
  ways: AccountSectionProps['ways']
  /** Without an address, the account would have no way in left. */
  canUnlink: boolean
  withFreshSignIn: WithFreshSignIn
}

/** The linked sign-in providers. Their names are the same in every language. */
function LinkedRows({ ways, canUnlink, withFreshSignIn }: LinkedRowsProps) {
  const text = useText()
  const toasts = useToast()
  const [gone, setGone] = useState<readonly string[]>([])
  const unlink = useMutation(
    async ([provider, name]: (typeof PROVIDERS)[number]) => {
      await withFreshSignIn(() => callApi('POST /api/account/unlinkIdentity', { body: { provider } }))
      setGone((before) => [...before, provider])
      toasts.show(text('settings.account.unlinked', { name }))
    },
    { toastsErrors: true },
  )
  const linked = PROVIDERS.filter(([provider]) => ways?.[provider] && !gone.includes(provider))
  return linked.map((one) => (
    <Row key={one[0]} label={text('settings.account.linked')}>
      <bdi className="set-value">{one[1]}</bdi>
      {canUnlink ? (
        <Button busy={unlink.pending?.[0] === one} disabled={unlink.isBusy} onClick={() => void unlink.run(one)}>
          {text('settings.account.unlink')}
        </Button>
      ) : null}
    </Row>
  ))
}
