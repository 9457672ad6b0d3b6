import { Link, useLocation } from 'react-router'
import type { TextKey } from '../../i18n/text-key.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useSession } from '../../session/session.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Logo } from '../../ui/logo.tsx'
import { type PageName, pageAt, pathTo } from '../paths.ts'
import { useSiteConfig } from '../use-site-config.ts'
import { UnreadBadge } from './unread-badge.tsx'

/** Links to these pages lead to sign-in first, although some are open to everyone who has their address. */
const AFTER_SIGN_IN: readonly PageName[] = ['createSingle', 'chathistory', 'me', 'AboutView', 'getAPP']

/** Returns the target of a link: the page, or for signed-out readers sign-in with that page as the destination. */
export function useNavigationPath(): (page: PageName) => string {
  const { person } = useSession()
  const locale = useLocale()
  return (page) => {
    const path = pathTo(page, locale)
    return person || !AFTER_SIGN_IN.includes(page) ? path : pathTo('login', locale, {}, { next: path })
  }
}

interface Entry {
  page: PageName
  icon: 'compass' | 'feather' | 'chats-circle' | 'user' | 'coins' | 'download-simple'
  label: TextKey
  /** Pages on which this entry is marked as current. */
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
    shownFor: [
      'createSingle',
      'createSingle-import',
      'createGroups',
      'createSingle-versions',
      'AiGeneratedImage',
      'templatedateils',
    ],
  },
  { page: 'chathistory', icon: 'chats-circle', label: 'shell.tabs.chat', shownFor: ['chathistory', 'chat'] },
  { page: 'me', icon: 'user', label: 'shell.tabs.me', shownFor: ['me', 'me-groups', 'set', 'orders'] },
]

const FOOT: Entry[] = [
  { page: 'AboutView', icon: 'coins', label: 'shell.drawer.price', shownFor: ['AboutView', 'checkout'] },
  { page: 'getAPP', icon: 'download-simple', label: 'shell.drawer.download', shownFor: ['getAPP', 'getIOSAPP'] },
]

/** The four entries of the tab bar and of the rail. */
function NavigationEntries() {
  return <Entries entries={MAIN} />
}

/** Links at the bottom of the rail; without the price list where nothing is sold, or not to this person. */
function NavigationFooter() {
  const { person } = useSession()
  const sells = useSiteConfig()?.payment_provider !== null && !person?.teen && !person?.offers_paused
  return <Entries entries={sells ? FOOT : FOOT.filter(({ page }) => page !== 'AboutView')} />
}

function Entries({ entries }: { entries: Entry[] }) {
  const text = useText()
  const pathOf = useNavigationPath()
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

/** The navigation on wide screens, at the start edge. */
export function Rail() {
  const text = useText()
  const locale = useLocale()
  return (
    <nav className="rail" aria-label={text('shell.tabs.label')}>
      <Link className="home" to={pathTo('index', locale)} aria-label={text('shell.drawer.home')}>
        <Logo />
      </Link>
      <NavigationEntries />
      <span className="space" />
      <NavigationFooter />
    </nav>
  )
}

/** The navigation on phones and tablets, at the bottom. */
export function TabBar() {
  const text = useText()
  return (
    <nav className="tabs" aria-label={text('shell.tabs.label')}>
      <NavigationEntries />
    </nav>
  )
}
