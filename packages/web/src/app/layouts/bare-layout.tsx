import { Outlet } from 'react-router'
import { OfflineBanner } from '../shell/offline-banner.tsx'

/** A layout without header, navigation or footer. */
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
