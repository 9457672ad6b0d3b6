import { Outlet } from 'react-router'
import { minorGateLoader, useMinorGate } from '../minor-gate.ts'
import { Rail, TabBar } from '../shell/bars.tsx'
import { Header } from '../shell/header.tsx'
import { MinorFrame } from '../shell/minor-frame.tsx'

export const loader = minorGateLoader

/** Header, rail or tab bar, and the page between them. */
export default function MainLayout() {
  const closed = useMinorGate('main')
  if (closed) return <MinorFrame help={closed.help} />
  return (
    <div className="frame">
      <Rail />
      <Header />
      <main className="main" id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <TabBar />
    </div>
  )
}
