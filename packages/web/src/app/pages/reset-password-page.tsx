import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { EmailStep } from '../../features/accounts/email-step.tsx'
import { forgetAddress, pendingAddress, rememberAddress } from '../../features/accounts/pending-address.ts'
import { ResetStep } from '../../features/accounts/reset-step.tsx'
import { useText } from '../../i18n/use-text.ts'
import { useMounted } from '../../lib/use-mounted.ts'
import { loadReset } from '../login/load-login.ts'
import { BackToSignIn, LoginFrame } from '../login/login-frame.tsx'
import { useCompleteSignIn } from '../login/use-complete-sign-in.ts'
import { pageMeta } from '../page-meta.ts'
import { useSiteConfig } from '../use-site-config.ts'

export { PageError as ErrorBoundary } from '../page-error.tsx'

export const loader = (args: LoaderFunctionArgs) => loadReset(args, 'pages.reset.title')

export const meta = pageMeta

/** Takes the code and a new password; without a known email address (bookmark, other tab) it asks for that first. */
export default function ResetPasswordPage() {
  const { next, faces } = useLoaderData<typeof loader>()
  const text = useText()
  const config = useSiteConfig()
  const signedIn = useCompleteSignIn(next)
  const isMounted = useMounted()
  const [typed, setTyped] = useState<string | null | undefined>()
  const [given, setGiven] = useState('')
  const email = typed === undefined && isMounted ? pendingAddress() : (typed ?? null)
  return (
    <LoginFrame
      title={text('pages.reset.title')}
      subtitle={email === null ? text('accounts.password.resetSteps') : undefined}
      faces={faces}
    >
      {email === null ? (
        <EmailStep
          purpose="reset"
          typed={given}
          onSent={(address) => {
            rememberAddress(address)
            setTyped(address)
          }}
        />
      ) : (
        <ResetStep
          email={email}
          onSaved={(person) => signedIn(person, 'accounts.password.saved')}
          onOtherEmail={() => {
            forgetAddress()
            setGiven(email)
            setTyped(null)
          }}
          outboxUrl={config?.mail_outbox ?? null}
        />
      )}
      <BackToSignIn next={next} />
    </LoginFrame>
  )
}
