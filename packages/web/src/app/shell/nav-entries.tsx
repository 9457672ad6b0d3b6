import { Link, useLocation } from 'react-router'
import { useSession } from '../../features/accounts/session.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { type PageName, pageAt, pathTo } from '../paths.ts'
import { AccountMenu } from './account-menu.tsx'

const ENTRIES = [
  { page: 'index', icon: 'compass', label: 'shell.tabs.explore', shownFor: ['index', 'card', 'group'] },
  { page: 'chathistory', icon: 'chats-circle', label: 'shell.tabs.chat', shownFor: ['chathistory', 'chat'] },
] as const satisfies { page: PageName; shownFor: PageName[]; [rest: string]: unknown }[]

/** The entries of the tab bar and of the rail: the pages there are, then the account. */
export function NavEntries() {
  const text = useText()
  const locale = useLocale()
  const { person } = useSession()
  const current = pageAt(useLocation().pathname)
  return (
    <>
      {ENTRIES.map(({ page, icon, label, shownFor }) => {
        const isCurrent = shownFor.some((name) => name === current)
        return (
          <Link key={page} className="tab" to={pathTo(page, locale)} aria-current={isCurrent ? 'page' : undefined}>
            <Icon name={isCurrent ? `${icon}-fill` : icon} />
            {text(label)}
          </Link>
        )
      })}
      {person ? (
        <AccountMenu
          triggerClass="tab"
          hasWords
          trigger={
            <>
              <Icon name="user" />
              {text('shell.tabs.me')}
            </>
          }
        />
      ) : (
        <Link className="tab" to={pathTo('login', locale)}>
          <Icon name="sign-in" mirror />
          {text('shell.drawer.signIn')}
        </Link>
      )}
    </>
  )
}
