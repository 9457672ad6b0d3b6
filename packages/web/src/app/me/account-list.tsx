import { LOCALES } from '@everkin/contract/locales.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { gift } from '../../features/rewards/gift.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useSession } from '../../session/session.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { pathTo } from '../paths.ts'
import { useCheckin } from '../shell/checkin-button.tsx'
import { useSignOut } from '../shell/sign-out.tsx'
import { useSiteConfig } from '../use-site-config.ts'

/** Account pages and settings that are not on the profile page, one per row. Deleting the account is in the settings. */
export function AccountList() {
  const { person } = useSession()
  const { signOut } = useSignOut()
  const config = useSiteConfig()
  const text = useText()
  const locale = useLocale()
  const { offered, due } = useCheckin()
  const settings = pathTo('set', locale)
  return (
    <nav className="me-list" aria-label={text('pages.me.account')}>
      {offered ? (
        <button type="button" className="me-row" aria-haspopup="dialog" onClick={gift.open}>
          <Icon name={person?.member.active ? 'gift-fill' : 'gift'} size="small" />
          <span>{text('shell.header.gift')}</span>
          {due ? <span className="me-due" aria-hidden="true" /> : null}
          <Icon name="caret-right" size="tiny" mirror />
        </button>
      ) : null}
      <RowLink to={pathTo('orders', locale)} icon="receipt">
        {text('pages.orders.title')}
      </RowLink>
      <RowLink to={pathTo('decisions', locale)} icon="flag">
        {text('moderation.notices.title')}
      </RowLink>
      {person?.teen ? null : (
        <RowLink to={pathTo('invitation', locale)} icon="paper-plane-right">
          {text('pages.me.invitations')}
        </RowLink>
      )}
      <RowLink to={settings} icon="gear-six">
        {text('pages.settings.title')}
      </RowLink>
      <RowLink to={`${settings}#language`} icon="globe" value={<span lang={locale}>{LOCALES[locale].name}</span>}>
        {text('shell.language')}
      </RowLink>
      <RowLink to={`${settings}#theme`} icon="moon">
        {text('pages.me.theme')}
      </RowLink>
      <RowLink to={pathTo('getAPP', locale)} icon="download-simple">
        {text('pages.me.getApp')}
      </RowLink>
      {config?.discord_url ? (
        <a className="me-row" href={config.discord_url} rel="noreferrer">
          <Icon name="discord-logo" size="small" />
          <span>{text('shell.drawer.discord')}</span>
          <Icon name="arrow-square-out" size="tiny" />
        </a>
      ) : null}
      {person?.is_admin ? (
        <RowLink to={pathTo('admin', locale)} icon="heartbeat">
          {text('pages.admin.title')}
        </RowLink>
      ) : null}
      <button type="button" className="me-row" onClick={() => void signOut()}>
        <Icon name="sign-out" size="small" mirror />
        <span className="capitalise">{text('shell.account.signOut')}</span>
      </button>
    </nav>
  )
}

interface RowLinkProps {
  to: string
  icon: IconName
  /** The current setting. */
  value?: ReactNode
  children: ReactNode
}

function RowLink({ to, icon, value, children }: RowLinkProps) {
  return (
    <Link className="me-row" to={to}>
      <Icon name={icon} size="small" />
      <span>{children}</span>
      {value ? <span className="small faint">{value}</span> : null}
      <Icon name="caret-right" size="tiny" mirror />
    </Link>
  )
}
