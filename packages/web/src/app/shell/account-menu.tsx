import { type ReactNode, useState } from 'react'
import { DeleteAccountDialog } from '../../features/accounts/delete-account-dialog.tsx'
import { useSession } from '../../features/accounts/session.tsx'
import { useText } from '../../i18n/use-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { MenuItem, PopoverMenu } from '../../ui/popover-menu.tsx'
import { useLeaving } from './use-leaving.ts'

interface AccountMenuProps {
  trigger: ReactNode
  triggerClass: string
  /** Whether the trigger shows words, not the avatar alone. */
  hasWords?: boolean
}

/** Sign out and delete account, behind the avatar and behind "Me". */
export function AccountMenu({ trigger, triggerClass, hasWords }: AccountMenuProps) {
  const { person } = useSession()
  const { signOut, afterDeletion } = useLeaving()
  const text = useText()
  const [isDeleting, setIsDeleting] = useState(false)

  if (!person) return null
  return (
    <>
      <PopoverMenu
        label={text('shell.header.account')}
        trigger={trigger}
        triggerClass={triggerClass}
        hasWords={hasWords}
        heading={
          <>
            <b dir="auto">{person.nickname || person.email}</b>
            {person.nickname && person.email ? <bdi className="caption faint account-email">{person.email}</bdi> : null}
          </>
        }
      >
        <MenuItem onSelect={() => void signOut()}>
          <Icon name="sign-out" size="small" mirror />
          <span className="capitalise">{text('shell.account.signOut')}</span>
        </MenuItem>
        <MenuItem danger onSelect={() => setIsDeleting(true)}>
          <Icon name="trash" size="small" />
          <span className="capitalise">{text('shell.account.deleteAccount')}</span>
        </MenuItem>
      </PopoverMenu>
      <DeleteAccountDialog
        open={isDeleting}
        onClose={() => setIsDeleting(false)}
        onDeleted={() => void afterDeletion()}
      />
    </>
  )
}
