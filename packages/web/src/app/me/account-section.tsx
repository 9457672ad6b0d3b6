import type { ApiData } from '@everkin/contract/api-types.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { AvatarRow } from '../../features/accounts/avatar-row.tsx'
import { PasswordDialog } from '../../features/accounts/password-dialog.tsx'
import { ExportRow } from '../../features/settings/export-row.tsx'
import { Row, Section } from '../../features/settings/rows.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/use-text.ts'
import { useSession } from '../../session/session.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useToast } from '../../ui/toast.tsx'
import { DeleteAccount, useSignOut } from '../shell/sign-out.tsx'

interface AccountSectionProps {
  /** How the person can sign in; null if that could not be loaded. */
  ways: ApiData<'GET /api/account/signInWays'> | null
}

/** Account settings: sign-in methods, signing out, and deleting the account. */
export function AccountSection({ ways }: AccountSectionProps) {
  const text = useText()
  const { person } = useSession()
  const { signOut } = useSignOut()
  const [isDeleting, setIsDeleting] = useState(false)
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
      <LinkedRow ways={ways} />
      <Row label={text('settings.account.id')}>
        <bdi className="set-value figures">{person.id}</bdi>
      </Row>
      <ExportRow />
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
    </Section>
  )
}

function PasswordRow({ email, had }: { email: string; had: boolean }) {
  const text = useText()
  const toasts = useToast()
  const [hasPassword, setHasPassword] = useState(had)
  const [isOpen, setIsOpen] = useState(false)
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
        <PasswordDialog hasPassword={hasPassword} email={email} onClose={() => setIsOpen(false)} onSaved={saved} />
      ) : null}
    </>
  )
}

/** The linked sign-in providers. Their names are the same in every language. */
function LinkedRow({ ways }: AccountSectionProps) {
  const text = useText()
  const format = useFormat()
  const names = [...(ways?.google ? ['Google'] : []), ...(ways?.facebook ? ['Facebook'] : [])]
  if (names.length === 0) return null
  return (
    <Row label={text('settings.account.linked')}>
      <bdi className="set-value">{format.list(names)}</bdi>
    </Row>
  )
}
