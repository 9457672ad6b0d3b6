import type { User } from '@everkin/contract/types.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PersonHead } from '../features/accounts/person-head.tsx'
import { useSession } from '../features/accounts/session.tsx'
import { Balance, Membership } from '../features/wallet/balance.tsx'
import { useLocale, useText } from '../i18n/use-text.ts'
import { Icon } from '../ui/icon.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { AccountList } from './account-list.tsx'
import type { PageContext } from './page-context.ts'
import { pathTo } from './paths.ts'
import './styles/me.css'

/** What both pages of the profile say. */
export const ME_TEXTS = [
  'pages.me',
  'pages.admin.title',
  'pages.orders.title',
  'wallet',
  'accounts.copyId',
  'explore.tabs',
  'explore.kindLabel',
]

/** What both pages show beside their lists. */
export function loadMeFrame(context: PageContext) {
  return {
    // As it is now: the one that the frame was drawn with may be many messages old.
    wallet: context.person?.wallet ?? null,
    messagePrice: context.config.message_price,
  }
}

interface MeFrameProps {
  wallet: User['wallet'] | null
  messagePrice: number
  /** Which of the person's own cards the page shows. */
  shows: 'characters' | 'groups'
  children: ReactNode
}

/** The person's own pages: who they are here and what they have, beside what is theirs. */
export function MeFrame({ wallet, messagePrice, shows, children }: MeFrameProps) {
  const { person } = useSession()
  const text = useText()
  const locale = useLocale()
  const current = (kind: MeFrameProps['shows']) => (shows === kind ? 'page' : undefined)
  return (
    <div className="me">
      <div className="me-side">
        <PersonHead />
        {wallet ? <Balance wallet={wallet} messagePrice={messagePrice} /> : null}
        {person ? <Membership member={person.member} pricePath={pathTo('AboutView', locale)} /> : null}
      </div>
      <div className="me-main">
        <div className="me-kinds">
          <nav className="segments" aria-label={text('explore.kindLabel')}>
            <Link to={pathTo('me', locale)} aria-current={current('characters')} preventScrollReset>
              {text('explore.tabs.characters')}
            </Link>
            <Link to={pathTo('me-groups', locale)} aria-current={current('groups')} preventScrollReset>
              {text('explore.tabs.groups')}
            </Link>
          </nav>
          <LinkButton to={pathTo(shows === 'groups' ? 'createGroups' : 'createSingle', locale)} size="small">
            <Icon name="plus" size="small" />
            {text('shell.tabs.create')}
          </LinkButton>
        </div>
        {children}
      </div>
      <AccountList />
    </div>
  )
}
