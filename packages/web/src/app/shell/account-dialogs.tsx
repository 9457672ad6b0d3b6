import type { User } from '@everkin/contract/types.ts'
import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { ProfileDialog } from '../../features/accounts/profile-dialog.tsx'
import { SignInDialog } from '../../features/accounts/sign-in-dialog.tsx'
import { useText } from '../../i18n/use-text.ts'
import { writeTabItem } from '../../lib/tab-storage.ts'
import { useSession } from '../../session/session.tsx'
import { useToast } from '../../ui/toast.tsx'
import { clearPageCache } from '../page-data-cache.ts'
import { pathTo } from '../paths.ts'
import { useSiteConfig } from '../use-site-config.ts'
import { TooYoungDialog } from './too-young-dialog.tsx'

const FIRST_SIGN_IN = 'isfistlogin'
const ASKED = '1'

/** The dialogs about the person that can open on any page. */
export function AccountDialogs() {
  return (
    <>
      <SignInOnRequest />
      <ProfileSetup />
    </>
  )
}

function SignInOnRequest() {
  const { signInRequest, closeSignIn, askForProfile, lang } = useSession()
  const config = useSiteConfig()
  const revalidator = useRevalidator()

  async function signedIn(person: User) {
    writeTabItem(FIRST_SIGN_IN, null)
    const then = signInRequest?.then
    clearPageCache()
    // Loads the person, and the texts of the dialogs for signed-in people.
    await revalidator.revalidate()
    closeSignIn()
    if (!then) return
    then()
    if (person.profile_complete) return
    // People who sign in during another task are asked at once and stay on the page.
    writeTabItem(FIRST_SIGN_IN, ASKED)
    askForProfile(() => {})
  }

  if (!signInRequest) return null
  return (
    <SignInDialog
      open
      onClose={closeSignIn}
      onSignedIn={(person) => void signedIn(person)}
      config={config}
      paths={{
        terms: pathTo('TermsofUse', lang),
        privacy: pathTo('PrivacyPolicy', lang),
        reset: pathTo('login-resetemail', lang),
      }}
    />
  )
}

/** Opens on request. */
function ProfileSetup() {
  const { person, setPerson, profileRequest, closeProfile, lang } = useSession()
  const text = useText()
  const toasts = useToast()
  const navigate = useNavigate()
  const revalidator = useRevalidator()
  const config = useSiteConfig()
  const [isTooYoung, setIsTooYoung] = useState(false)

  function saved(next: User) {
    const then = profileRequest?.then
    setPerson(next)
    closeProfile()
    clearPageCache()
    void revalidator.revalidate()
    // Someone under 18 now sees help lines everywhere, so there is no toast and no further dialog.
    const isUnder18 = next.age_scope === 1 && config?.audience === 'adults'
    if (!isUnder18) toasts.show(text('accounts.profile.saved'))
    if (then && !isUnder18) then()
    else void navigate(pathTo('index', lang))
  }

  if (!profileRequest || !person) return null
  return isTooYoung ? (
    <TooYoungDialog />
  ) : (
    <ProfileDialog
      person={person}
      servesTeens={config?.audience === 'adults_and_teens'}
      onTooYoung={() => setIsTooYoung(true)}
      onClose={closeProfile}
      onSaved={saved}
    />
  )
}
