import { lazy, Suspense, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { NsfwSwitch } from '../../features/accounts/nsfw-switch.tsx'
import { SearchForm } from '../../features/explore/search-form.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useSession } from '../../session/session.tsx'
import { IconButton, LinkButton } from '../../ui/button.tsx'
import { Logo } from '../../ui/logo.tsx'
import { pageAt, pathTo } from '../paths.ts'
import { useSiteConfig } from '../use-site-config.ts'
import { AccountMenu } from './account-menu.tsx'
import { CheckinButton } from './checkin-button.tsx'
import { LanguageMenu } from './language-menu.tsx'

// Loaded when the menu is first opened.
const Drawer = lazy(async () => ({ default: (await import('./drawer.tsx')).Drawer }))

// Only for people who are signed in.
const RecentMenu = lazy(async () => ({ default: (await import('./recent-menu.tsx')).RecentMenu }))

/** The bar at the top of the main pages. */
export function Header() {
  const { person } = useSession()
  const text = useText()
  const locale = useLocale()
  const config = useSiteConfig()
  const { pathname, search } = useLocation()
  const [isDrawerOpen, setIsDrawerOpen] = useState<boolean | null>(null)
  const home = pathTo('index', locale)
  const page = pageAt(pathname)
  return (
    <header className="top">
      <IconButton
        icon="list"
        label={text('shell.header.menu')}
        className="burger"
        onClick={() => setIsDrawerOpen(true)}
      />
      {isDrawerOpen === null ? null : (
        <Suspense fallback={null}>
          <Drawer open={isDrawerOpen} onClose={() => setIsDrawerOpen(false)} />
        </Suspense>
      )}
      <Link className="brand" to={home}>
        <Logo />
        <span className="brand-words">Everkin</span>
      </Link>
      <span className="space" />
      {page === 'index' || page === 'index copy' ? (
        <div className="desk-only">
          <SearchForm action={home} shortcut />
          <span className="space" />
        </div>
      ) : null}
      {config?.nsfw_enabled ? <NsfwSwitch /> : null}
      <div className="desk-only">
        <LanguageMenu />
      </div>
      {person ? (
        <>
          <CheckinButton />
          <Suspense>
            <RecentMenu />
          </Suspense>
          <AccountMenu />
        </>
      ) : (
        <LinkButton to={pathTo('login', locale, {}, { next: pathname + search })} size="small" className="sign-in">
          <span className="capitalise">{text('shell.header.signIn')}</span>
        </LinkButton>
      )}
    </header>
  )
}
