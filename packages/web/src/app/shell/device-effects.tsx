import { lazy, Suspense } from 'react'
import { useSession } from '../../features/accounts/session.tsx'
import { useDeviceSettings } from '../../lib/device-settings.ts'

// Loaded by those who want it.
const ReplyNotices = lazy(async () => ({ default: (await import('./reply-notices.tsx')).ReplyNotices }))

/** What the settings of this device ask for on every page. */
export function DeviceEffects() {
  const { person } = useSession()
  const { tellsReplies } = useDeviceSettings()
  if (!person || !tellsReplies) return null
  return (
    <Suspense fallback={null}>
      <ReplyNotices personId={person.id} />
    </Suspense>
  )
}
