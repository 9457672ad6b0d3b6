import type { User } from '@everkin/contract/types.ts'
import { useNavigate } from 'react-router'
import { forgetAddress } from '../../features/accounts/pending-address.ts'
import type { TextKey } from '../../i18n/text-key.ts'
import { useText } from '../../i18n/use-text.ts'
import { writeTabItem } from '../../lib/tab-storage.ts'
import { useToast } from '../../ui/toast.tsx'
import { rootData } from '../page-data-cache.ts'

/** Returns what a sign-in page does after a successful sign-in: greet the person and go to their destination. */
export function useCompleteSignIn(next: string): (person: User, done?: TextKey) => void {
  const text = useText()
  const toasts = useToast()
  const navigate = useNavigate()
  return (person, done) => {
    forgetAddress()
    writeTabItem('isfistlogin', null)
    // A dialog for signed-in people needs the person and the texts in the new root data.
    rootData.expire()
    if (done) toasts.show(text(done))
    else if (person.nickname) toasts.show(text('accounts.signedIn', { name: person.nickname }))
    void navigate(next, { replace: true })
  }
}
