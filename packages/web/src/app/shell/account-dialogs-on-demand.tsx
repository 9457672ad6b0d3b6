import { lazy, Suspense, useEffect } from 'react'
import { readTabItem, writeTabItem } from '../../lib/tab-storage.ts'
import { useSession } from '../../session/session.tsx'

// Most readers of Explore never see one.
const AccountDialogs = lazy(async () => ({ default: (await import('./account-dialogs.tsx')).AccountDialogs }))

/** Asks for the profile after the first sign-in of a browser session, and opens the dialogs that were asked for. */
export function AccountDialogsOnDemand() {
  const { person, signInRequest, profileRequest, askForProfile } = useSession()
  const isIncomplete = person !== null && !person.profile_complete
  useEffect(() => {
    if (!isIncomplete || readTabItem('isfistlogin') === '1') return
    writeTabItem('isfistlogin', '1')
    askForProfile()
  }, [isIncomplete, askForProfile])
  if (signInRequest === null && profileRequest === null) return null
  return (
    <Suspense fallback={null}>
      <AccountDialogs />
    </Suspense>
  )
}
