import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { EmailOrPassword } from '../../features/accounts/email-or-password.tsx'
import { pendingAddress, rememberAddress } from '../../features/accounts/pending-address.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useMounted } from '../../lib/use-mounted.ts'
import { loadLogin } from '../login/load-login.ts'
import { LoginFrame } from '../login/login-frame.tsx'
import { useCompleteSignIn } from '../login/use-complete-sign-in.ts'
import { pageMeta } from '../page-meta.ts'
import { pathTo } from '../paths.ts'

export { PageError as ErrorBoundary } from '../page-error.tsx'

export const loader = (args: LoaderFunctionArgs) => loadLogin(args, 'accounts.signIn.email')

export const meta = pageMeta

export default function LoginEmailPage() {
  const { next, faces } = useLoaderData<typeof loader>()
  const text = useText()
  const locale = useLocale()
  const navigate = useNavigate()
  const signedIn = useCompleteSignIn(next)
  // A code was sent to this address, and the person came back to sign-in without using it.
  const given = (useMounted() && pendingAddress()) || ''
  return (
    <LoginFrame title={text('accounts.signIn.title')} faces={faces}>
      <EmailOrPassword
        key={given}
        given={given}
        hasHint
        onSignedIn={signedIn}
        resetPath={pathTo('login-resetemail', locale, {}, { next })}
        onSent={(email) => {
          rememberAddress(email)
          void navigate(pathTo('login-verifyCode', locale, {}, { next }), { replace: true })
        }}
      />
    </LoginFrame>
  )
}
