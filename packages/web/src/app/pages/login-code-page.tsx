import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { CodeStep } from '../../features/accounts/code-step.tsx'
import { EmailOrPassword } from '../../features/accounts/email-or-password.tsx'
import { forgetAddress, pendingAddress, rememberAddress } from '../../features/accounts/pending-address.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useMounted } from '../../lib/use-mounted.ts'
import { loadLogin } from '../login/load-login.ts'
import { LoginFrame } from '../login/login-frame.tsx'
import { useCompleteSignIn } from '../login/use-complete-sign-in.ts'
import { pageMeta } from '../page-meta.ts'
import { pathTo } from '../paths.ts'
import { useSiteConfig } from '../use-site-config.ts'

export { PageError as ErrorBoundary } from '../page-error.tsx'

export const loader = (args: LoaderFunctionArgs) => loadLogin(args, 'accounts.code.title')

export const meta = pageMeta

/**
 * The page for entering the code; without a known email address (bookmark, other tab) it asks for the address first.
 */
export default function LoginCodePage() {
  const { next, faces } = useLoaderData<typeof loader>()
  const text = useText()
  const locale = useLocale()
  const signedIn = useCompleteSignIn(next)
  const config = useSiteConfig()
  const isMounted = useMounted()
  const [typed, setTyped] = useState<string | null | undefined>()
  const [given, setGiven] = useState('')
  const email = typed === undefined && isMounted ? pendingAddress() : (typed ?? null)

  return (
    <LoginFrame
      title={text(isMounted && email === null ? 'accounts.signIn.title' : 'accounts.code.title')}
      faces={faces}
    >
      {email === null ? (
        <EmailOrPassword
          given={given}
          hasHint
          onSignedIn={signedIn}
          resetPath={pathTo('login-resetemail', locale, {}, { next })}
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
            setGiven(email)
            setTyped(null)
          }}
          outboxUrl={config?.mail_outbox ?? null}
        />
      )}
    </LoginFrame>
  )
}
