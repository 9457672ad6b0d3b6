import { lazy, type ReactNode, Suspense } from 'react'
import { Link, Outlet } from 'react-router'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { PageError } from '../page-error.tsx'
import { pathTo } from '../paths.ts'
import { BackToTop } from '../shell/back-to-top.tsx'
import { Header } from '../shell/header.tsx'
import {
  MinorFrame,
  minorGateClientLoader,
  minorGateLoader,
  useMinorGate,
  useProtection,
} from '../shell/minor-gate.tsx'
import { Rail, TabBar } from '../shell/navigation.tsx'
import { OfflineBanner } from '../shell/offline-banner.tsx'
import '../../ui/styles/drawer.css'

// Only teens see it.
const ProtectionStrip = lazy(async () => ({ default: (await import('../shell/protection-strip.tsx')).ProtectionStrip }))

export const loader = minorGateLoader
export const clientLoader = minorGateClientLoader

export default function MainLayout() {
  const closed = useMinorGate('main')
  const protection = useProtection()
  if (closed) return <MinorFrame closed={closed} />
  return (
    <MainFrame>
      {protection ? (
        <Suspense fallback={null}>
          <ProtectionStrip status={protection} />
        </Suspense>
      ) : null}
      <Outlet />
    </MainFrame>
  )
}

/** Shows the error of a page that failed to load inside the frame, so that navigation still works. */
export function ErrorBoundary() {
  return (
    <MainFrame>
      <PageError />
    </MainFrame>
  )
}

/** The layout with header and with rail or tab bar. */
function MainFrame({ children }: { children: ReactNode }) {
  const text = useText()
  const locale = useLocale()
  return (
    <div className="frame">
      <Rail />
      <Header />
      <OfflineBanner />
      <main className="main" id="main" tabIndex={-1}>
        {children}
      </main>
      {/* On wide screens; on narrow ones the menu has these links. */}
      <footer className="frame-foot small">
        <Link to={pathTo('PrivacyPolicy', locale)}>{text('legal.privacy')}</Link>
        <Link to={pathTo('TermsofUse', locale)}>{text('legal.terms')}</Link>
        <Link to={pathTo('safety', locale)}>{text('shell.drawer.safety')}</Link>
      </footer>
      <BackToTop />
      <TabBar />
    </div>
  )
}
