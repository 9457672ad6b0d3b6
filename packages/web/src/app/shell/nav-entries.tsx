import { Link, useLocation } from 'react-router'
import type { TextKey } from '../../i18n/text-key.ts'
import { useText } from '../../i18n/use-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { type PageName, pageAt } from '../paths.ts'
import { useSiteConfig } from '../use-site-config.ts'
import { UnreadBadge } from './unread-badge.tsx'
import { useShellPath } from './use-shell-path.ts'

interface Entry {
  page: PageName
  icon: 'compass' | 'feather' | 'chats-circle' | 'user' | 'coins' | 'download-simple'
  label: TextKey
  /** The pages on which this entry is the current one. */
  shownFor: PageName[]
}

const MAIN: Entry[] = [
  {
    page: 'index',
    icon: 'compass',
    label: 'shell.tabs.explore',
    shownFor: ['index', 'index copy', 'groups', 'card', 'group'],
  },
  {
    page: 'createSingle',
    icon: 'feather',
    label: 'shell.tabs.create',
    shownFor: ['createSingle', 'createSingle-import', 'createGroups', 'createSingle-versions'],
  },
  { page: 'chathistory', icon: 'chats-circle', label: 'shell.tabs.chat', shownFor: ['chathistory', 'chat'] },
  { page: 'me', icon: 'user', label: 'shell.tabs.me', shownFor: ['me', 'me-groups', 'set', 'orders'] },
]

const FOOT: Entry[] = [
  { page: 'AboutView', icon: 'coins', label: 'shell.drawer.price', shownFor: ['AboutView', 'checkout'] },
  { page: 'getAPP', icon: 'download-simple', label: 'shell.drawer.download', shownFor: ['getAPP', 'getIOSAPP'] },
]

/** The four entries of the tab bar and of the rail. */
export function NavEntries() {
  return <Entries entries={MAIN} />
}

/** What the rail adds at its foot; no price list where nothing is sold. */
export function NavFoot() {
  const sells = useSiteConfig()?.payment_provider !== null
  return <Entries entries={sells ? FOOT : FOOT.filter(({ page }) => page !== 'AboutView')} />
}

function Entries({ entries }: { entries: Entry[] }) {
  const text = useText()
  const pathOf = useShellPath()
  const current = pageAt(useLocation().pathname)
  return entries.map(({ page, icon, label, shownFor }) => {
    const isCurrent = shownFor.some((name) => name === current)
    return (
      <Link key={page} className="tab" to={pathOf(page)} aria-current={isCurrent ? 'page' : undefined}>
        <Icon name={isCurrent ? `${icon}-fill` : icon} />
        <span className="tab-words">{text(label)}</span>
        {page === 'chathistory' ? <UnreadBadge /> : null}
      </Link>
    )
  })
}
