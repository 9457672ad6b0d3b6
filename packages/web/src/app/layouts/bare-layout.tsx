import { Outlet } from 'react-router'

/** Nothing around the page. */
export default function BareLayout() {
  return (
    <main id="main" tabIndex={-1}>
      <Outlet />
    </main>
  )
}
