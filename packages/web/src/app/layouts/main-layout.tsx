import type { ReactNode } from 'react'
import { Outlet } from 'react-router'
import { minorGateClientLoader, minorGateLoader, useMinorGate } from '../minor-gate.ts'
import { PageError } from '../page-error.tsx'
import { BackToTop } from '../shell/back-to-top.tsx'
import { Rail, TabBar } from '../shell/bars.tsx'
import { Header } from '../shell/header.tsx'
import { MinorFrame } from '../shell/minor-frame.tsx'
import { OfflineBanner } from '../shell/offline-banner.tsx'
import '../../ui/styles/drawer.css'

export const loader = minorGateLoader
export const clientLoader = minorGateClientLoader

export default function MainLayout() {
  const closed = useMinorGate('main')
  if (closed) return <MinorFrame closed={closed} />
  return (
    <MainFrame>
      <Outlet />
    </MainFrame>
  )
}

/** A page that could not even be loaded fails inside the frame: every way on stays open. */
export function ErrorBoundary() {
  return (
    <MainFrame>
      <PageError />
    </MainFrame>
  )
}

/** Header, rail or tab bar, and the page between them. */
function MainFrame({ children }: { children: ReactNode }) {
  return (
    <div className="frame">
      <Rail />
      <Header />
      <OfflineBanner />
      <main className="main" id="main" tabIndex={-1}>
        {children}
      </main>
      <BackToTop />
      <TabBar />
    </div>
  )
}
