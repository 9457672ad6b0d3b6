import { Link, Outlet, useLocation } from 'react-router'
import { useSession } from '../../features/accounts/session.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Mark } from '../../ui/mark.tsx'
import { pathTo } from '../paths.ts'
import { OfflineBanner } from '../shell/offline-banner.tsx'

/** For pages that people arrive at from elsewhere: the name, a way in, and the legal foot. */
export default function CampaignLayout() {
  const { person } = useSession()
  const text = useText()
  const locale = useLocale()
  const { pathname, search } = useLocation()
  return (
    <>
      <header className="top top-plain">
        <Link className="brand" to={pathTo('index', locale)}>
          <Mark />
          Everkin
        </Link>
        <span className="space" />
        {person ? null : (
          <LinkButton to={pathTo('login', locale, {}, { next: pathname + search })} size="small" look="ghost">
            <span className="capitalise">{text('shell.header.signIn')}</span>
          </LinkButton>
        )}
      </header>
      <OfflineBanner />
      <main className="main main-plain" id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <footer className="campaign-foot small faint">
        <Link to={pathTo('PrivacyPolicy', locale)}>{text('legal.privacy')}</Link>
        <Link to={pathTo('TermsofUse', locale)}>{text('legal.terms')}</Link>
        <Link to={pathTo('safety', locale)}>{text('shell.drawer.safety')}</Link>
      </footer>
    </>
  )
}
