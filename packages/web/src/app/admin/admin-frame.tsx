import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { Logo } from '../../ui/logo.tsx'
import { pathTo } from '../paths.ts'

/** The frame of the admin desk: its sections at the side, no tab bar, no pictures. */
export function AdminFrame({ email, children }: { email: string; children: ReactNode }) {
  const text = useText()
  const locale = useLocale()
  return (
    <div className="desk">
      <div className="desk-side">
        <Link className="brand" to={pathTo('index', locale)}>
          <Logo />
          Everkin
        </Link>
        <nav aria-label={text('pages.admin.title')}>
          <Link to={pathTo('admin', locale)} aria-current="page">
            <Icon name="heartbeat" size="small" />
            {text('admin.health')}
          </Link>
        </nav>
        <p className="caption faint desk-who">
          {text('admin.signedInAs')} <bdi>{email}</bdi>
        </p>
      </div>
      <div className="desk-main">{children}</div>
    </div>
  )
}
