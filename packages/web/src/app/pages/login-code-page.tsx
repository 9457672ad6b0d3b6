import type { User } from '@everkin/contract/types.ts'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { CodeStep } from '../../features/accounts/code-step.tsx'
import { EmailStep } from '../../features/accounts/email-step.tsx'
import { forgetAddress, pendingAddress, rememberAddress } from '../../features/accounts/pending-address.ts'
import { useSession } from '../../features/accounts/session.tsx'
import { useText } from '../../i18n/use-text.ts'
import { useMounted } from '../../lib/use-mounted.ts'
import { useToast } from '../../ui/toast.tsx'
import { loadLogin } from '../load-login.ts'
import { LoginFrame } from '../login-frame.tsx'
import { pageMeta } from '../page-meta.ts'
import { useSiteConfig } from '../use-site-config.ts'

export { PageError as ErrorBoundary } from '../page-error.tsx'

export const loader = (args: LoaderFunctionArgs) => loadLogin(args, 'accounts.code.title')

export const meta = pageMeta

/** Takes the code; opened without an address (from a bookmark, in another tab) it asks for the address first. */
export default function LoginCodePage() {
  const { next, faces } = useLoaderData<typeof loader>()
  const { setPerson } = useSession()
  const text = useText()
  const toasts = useToast()
  const navigate = useNavigate()
  const config = useSiteConfig()
  const isMounted = useMounted()
  const [typed, setTyped] = useState<string | null | undefined>()
  const email = typed === undefined && isMounted ? pendingAddress() : (typed ?? null)

  function signedIn(person: User) {
    forgetAddress()
    sessionStorage.removeItem('isfistlogin')
    setPerson(person)
    if (person.nickname) toasts.show(text('accounts.signedIn', { name: person.nickname }))
    void navigate(next, { replace: true })
  }

  return (
    <LoginFrame
      title={text('accounts.code.title')}
      subtitle={email === null ? text('accounts.email.hint') : undefined}
      faces={faces}
    >
      {email === null ? (
        <EmailStep
          onSent={(address) => {
            rememberAddress(address)
            setTyped(address)
          }}
        />
      ) : (
        <CodeStep
          email={email}
          onSignedIn={signedIn}
          onOtherEmail={() => {
            forgetAddress()
            setTyped(null)
          }}
          outboxUrl={config?.mail_outbox ?? null}
        />
      )}
    </LoginFrame>
  )
}
