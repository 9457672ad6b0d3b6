import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Logo } from '../../ui/logo.tsx'
import { pathTo } from '../paths.ts'

const SECTIONS = [
  { page: 'admin', icon: 'heartbeat', label: 'admin.health' },
  { page: 'admin-queue', icon: 'flag', label: 'moderation.queue.title' },
  { page: 'admin-items', icon: 'eye', label: 'moderation.items.title' },
  { page: 'admin-models', icon: 'chat-circle-text', label: 'models.title' },
  { page: 'admin-usage', icon: 'hourglass', label: 'admin.usage.title' },
] as const

interface AdminFrameProps {
  email: string
  current: (typeof SECTIONS)[number]['page']
  children: ReactNode
}

/** The frame of the admin pages: its sections at the side, no tab bar, no pictures. */
export function AdminFrame({ email, current, children }: AdminFrameProps) {
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
          {SECTIONS.map(({ page, icon, label }) => (
            <Link key={page} to={pathTo(page, locale)} aria-current={page === current ? 'page' : undefined}>
              <Icon name={icon} size="small" />
              {text(label)}
            </Link>
          ))}
        </nav>
        <p className="caption faint desk-who">
          {text('admin.signedInAs')} <bdi>{email}</bdi>
        </p>
      </div>
      <div className="desk-main">{children}</div>
    </div>
  )
}

/** In place of the admin pages for people who do not run this site. */
export function NotAllowed() {
  const text = useText()
  const locale = useLocale()
  return (
    <div className="full-page">
      <EmptyState
        above={text('shell.error.status', { status: '403' })}
        heading="h1"
        title={text('errors.notAllowed')}
        hint={text('pages.admin.closed')}
        action={<LinkButton to={pathTo('index', locale)}>{text('shell.notFound.back')}</LinkButton>}
      />
    </div>
  )
}
