import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router'
import { MinorFrame, minorGateClientLoader, minorGateLoader, useMinorGate } from '../shell/minor-gate.tsx'
import { Rail } from '../shell/navigation.tsx'

export const loader = minorGateLoader
export const clientLoader = minorGateClientLoader

// A page that failed has no way back of its own, so it gets the header and the tabs.
const FailedPage = lazy(async () => ({ default: (await import('./main-layout.tsx')).ErrorBoundary }))

/** The layout with the rail on wide screens; on narrow ones the page fills the screen. */
export default function RailLayout() {
  const closed = useMinorGate('rail')
  if (closed) return <MinorFrame closed={closed} />
  return (
    <div className="frame">
      <Rail />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  )
}

export function ErrorBoundary() {
  return (
    <Suspense>
      <FailedPage />
    </Suspense>
  )
}
