import { Outlet } from 'react-router'
import { minorGateLoader, useMinorGate } from '../minor-gate.ts'
import { Rail } from '../shell/bars.tsx'
import { MinorFrame } from '../shell/minor-frame.tsx'

export const loader = minorGateLoader

/** The rail on wide screens, and otherwise the whole screen for the page. */
export default function RailLayout() {
  const closed = useMinorGate('rail')
  if (closed) return <MinorFrame help={closed.help} />
  return (
    <div className="frame">
      <Rail />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  )
}
