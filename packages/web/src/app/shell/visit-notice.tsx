import { lazy, Suspense } from 'react'
import { useSession } from '../../session/session.tsx'

// Loaded only where someone is asked, after everything the page is about.
const Notice = lazy(async () => ({
  default: (await import('../../features/attribution/visit-notice.tsx')).VisitNotice,
}))

/** Asks whether this visit may be counted. Needs the texts `shell.consent`. */
export function VisitNotice() {
  const { isPc } = useSession()
  return (
    <Suspense>
      <Notice deviceType={isPc ? 1 : 0} />
    </Suspense>
  )
}
