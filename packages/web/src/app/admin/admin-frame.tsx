import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useKeepFocus } from '../../lib/keep-focus.ts'
import { useSession } from '../../session/session.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Logo } from '../../ui/logo.tsx'
import { pathTo } from '../paths.ts'
import { DeskKeys } from './desk-keys.tsx'
import { type DeskPage, deskGroupsFor } from './desk-sections.ts'

interface AdminFrameProps {
  email: string
  current: DeskPage
  children: ReactNode
}

/** The frame of the admin pages: its sections at the side, no tab bar, no pictures. */
export function AdminFrame({ email, current, children }: AdminFrameProps) {
  useKeepFocus()
  const text = useText()
  const locale = useLocale()
  const role = useSession().person?.operator_role ?? null
  const groups = deskGroupsFor(role)
  return (
    <div className="desk">
      <div className="desk-side">
        <HomeLink />
        <nav aria-label={text('pages.admin.title')}>
          {groups.map(({ label: groupLabel, sections }) => (
            <section key={groupLabel} aria-label={text(groupLabel)}>
              <p className="desk-group" aria-hidden="true">
                {text(groupLabel)}
              </p>
              {sections.map(({ page, icon, label, key }) => (
                <Link
                  key={page}
                  to={pathTo(page, locale)}
                  aria-current={page === current ? 'page' : undefined}
                  aria-keyshortcuts={`g ${key}`}
                >
                  <Icon name={icon} size="small" />
                  {text(label)}
                </Link>
              ))}
            </section>
          ))}
        </nav>
        <DeskKeys groups={groups} />
        <p className="caption faint desk-who">
          {text('admin.signedInAs')} <bdi>{email}</bdi>
          {role ? <span>{text(`desk.roles.${role}`)}</span> : null}
        </p>
      </div>
      <div className="desk-main">{children}</div>
    </div>
  )
}

function HomeLink() {
  return (
    <Link className="brand" to={pathTo('index', useLocale())}>
      <Logo />
      Everkin
    </Link>
  )
}

/** In place of the admin pages for people who do not run this site. */
export function NotAllowed() {
  const text = useText()
  const locale = useLocale()
  return (
    <div className="desk-closed">
      <HomeLink />
      <div className="full-page">
        <EmptyState
          above={text('shell.error.status', { status: '403' })}
          heading="h1"
          title={text('pages.admin.closedTitle')}
          hint={text('pages.admin.closed')}
          action={<LinkButton to={pathTo('index', locale)}>{text('shell.notFound.back')}</LinkButton>}
        />
      </div>
    </div>
  )
}
