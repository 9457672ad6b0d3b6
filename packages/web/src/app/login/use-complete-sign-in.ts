import type { User } from '@everkin/contract/types.ts'
import { useNavigate } from 'react-router'
import { forgetAddress } from '../../features/accounts/pending-address.ts'
import type { TextKey } from '../../i18n/text-key.ts'
import { useText } from '../../i18n/use-text.ts'
import { useToast } from '../../ui/toast.tsx'
import { rootData } from '../page-data-cache.ts'

/** What follows on a page of the sign-in family once someone is signed in: a greeting, and on to where they were going. */
export function useCompleteSignIn(next: string): (person: User, done?: TextKey) => void {
  const text = useText()
  const toasts = useToast()
  const navigate = useNavigate()
  return (person, done) => {
    forgetAddress()
    sessionStorage.removeItem('isfistlogin')
    // The root's data brings the person with what can be said to them; before that no dialog may open.
    rootData.expire()
    if (done) toasts.show(text(done))
    else if (person.nickname) toasts.show(text('accounts.signedIn', { name: person.nickname }))
    void navigate(next, { replace: true })
  }
}
