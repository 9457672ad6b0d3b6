import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useSession } from '../../session/session.tsx'
import { PersonAvatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MenuItem, PopoverMenu } from '../../ui/popover-menu.tsx'
import { pathTo } from '../paths.ts'
import { DeleteAccount, useSignOut } from './sign-out.tsx'

/** The menu of the avatar: settings, sign out, delete account. */
export function AccountMenu() {
  const { person } = useSession()
  const { signOut } = useSignOut()
  const text = useText()
  const locale = useLocale()
  const navigate = useNavigate()
  const [isDeleting, setIsDeleting] = useState(false)

  if (!person) return null
  return (
    <>
      <PopoverMenu
        label={text('shell.header.account')}
        trigger={
          <PersonAvatar
            name={person.nickname || person.email || ''}
            url={person.avatar}
            isMember={person.member.active}
          />
        }
        triggerClass="menu-trigger"
        heading={
          <>
            <b dir="auto">{person.nickname || person.email}</b>
            {person.nickname && person.email ? (
              <span className="caption faint account-email">
                <bdi>{person.email}</bdi>
              </span>
            ) : null}
          </>
        }
      >
        <MenuItem onSelect={() => void navigate(pathTo('set', locale))}>
          <Icon name="gear-six" size="small" />
          {text('pages.settings.title')}
        </MenuItem>
        <MenuItem onSelect={() => void signOut()}>
          <Icon name="sign-out" size="small" mirror />
          <span className="capitalise">{text('shell.account.signOut')}</span>
        </MenuItem>
        <MenuItem danger onSelect={() => setIsDeleting(true)}>
          <Icon name="trash" size="small" />
          <span className="capitalise">{text('shell.account.deleteAccount')}</span>
        </MenuItem>
      </PopoverMenu>
      <DeleteAccount open={isDeleting} onClose={() => setIsDeleting(false)} />
    </>
  )
}
