import { Outlet } from 'react-router'
import { OfflineBanner } from '../shell/offline-banner.tsx'

/** Nothing around the page. */
export default function BareLayout() {
  return (
    <>
      <OfflineBanner />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
    </>
  )
}
