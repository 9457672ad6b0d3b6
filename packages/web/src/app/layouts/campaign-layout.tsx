import { Link, type LoaderFunctionArgs, Outlet, useLocation } from 'react-router'
import { VisitChoice } from '../../features/attribution/visit-choice.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useSession } from '../../session/session.tsx'
import { PersonAvatar } from '../../ui/avatar.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Logo } from '../../ui/logo.tsx'
import { pageContext } from '../page-context.ts'
import { textsFor } from '../page-texts.ts'
import { pathTo } from '../paths.ts'
import { BackToTop } from '../shell/back-to-top.tsx'
import { LanguageMenu } from '../shell/language-menu.tsx'
import { OfflineBanner } from '../shell/offline-banner.tsx'
import { VisitNotice } from '../shell/visit-notice.tsx'
import '../campaign/campaign-layout.css'
import '../shell/plain-header.css'

export function loader({ context }: LoaderFunctionArgs) {
  return { texts: textsFor(context.get(pageContext), ['shell.consent']) }
}

/** Layout for pages that people reach from other sites: the brand, a sign-in link, the page, and legal links. */
export default function CampaignLayout() {
  const { person, isPc } = useSession()
  const text = useText()
  const locale = useLocale()
  const { pathname, search } = useLocation()
  return (
    <div className="campaign">
      <header className="top top-plain">
        <Link className="brand" to={pathTo('index', locale)}>
          <Logo />
          Everkin
        </Link>
        <span className="space" />
        <LanguageMenu />
        {person ? (
          <Link className="menu-trigger" to={pathTo('me', locale)} aria-label={text('shell.tabs.me')}>
            <PersonAvatar name={person.nickname || person.email || ''} url={person.avatar} />
          </Link>
        ) : (
          <LinkButton to={pathTo('login', locale, {}, { next: pathname + search })} variant="ghost">
            <span className="capitalise">{text('shell.header.signIn')}</span>
          </LinkButton>
        )}
      </header>
      <OfflineBanner />
      <VisitNotice />
      <main className="main main-plain" id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <BackToTop />
      <footer className="campaign-foot small">
        <span>
          <Link to={pathTo('PrivacyPolicy', locale)}>{text('legal.privacy')}</Link>
          <Link to={pathTo('TermsofUse', locale)}>{text('legal.terms')}</Link>
          <Link to={pathTo('safety', locale)}>{text('shell.drawer.safety')}</Link>
        </span>
        <VisitChoice deviceType={isPc ? 1 : 0} />
      </footer>
    </div>
  )
}
