import { lazy, Suspense } from 'react'
import { useSession } from '../../session/session.tsx'

// Loaded only where consent is needed, after the content of the page.
const Notice = lazy(async () => ({
  default: (await import('../../features/attribution/visit-notice.tsx')).VisitNotice,
}))

/** Asks for consent to count this visit. Needs the texts `shell.consent`. */
export function VisitNotice() {
  const { isPc, person } = useSession()
  // Visits of people under 18 are not counted, so there is nothing to ask.
  if (person?.teen) return null
  return (
    <Suspense>
      <Notice deviceType={isPc ? 1 : 0} />
    </Suspense>
  )
}
