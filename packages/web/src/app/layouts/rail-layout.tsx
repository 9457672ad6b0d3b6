import type { ReactNode } from 'react'
import { Outlet } from 'react-router'
import { PageError } from '../page-error.tsx'
import { MinorFrame, minorGateClientLoader, minorGateLoader, useMinorGate } from '../shell/minor-gate.tsx'
import { Rail } from '../shell/navigation.tsx'

export const loader = minorGateLoader
export const clientLoader = minorGateClientLoader

export default function RailLayout() {
  const closed = useMinorGate('rail')
  if (closed) return <MinorFrame closed={closed} />
  return (
    <RailFrame>
      <Outlet />
    </RailFrame>
  )
}

export function ErrorBoundary() {
  return (
    <RailFrame>
      <PageError />
    </RailFrame>
  )
}

/** The layout with the rail on wide screens; on narrow ones the page fills the screen. */
function RailFrame({ children }: { children: ReactNode }) {
  return (
    <div className="frame">
      <Rail />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
