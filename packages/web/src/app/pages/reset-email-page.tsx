import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { EmailStep } from '../../features/accounts/email-step.tsx'
import { rememberAddress } from '../../features/accounts/pending-address.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { loadReset } from '../login/load-login.ts'
import { BackToSignIn, LoginFrame } from '../login/login-frame.tsx'
import { pageMeta } from '../page-meta.ts'
import { pathTo } from '../paths.ts'

export { PageError as ErrorBoundary } from '../page-error.tsx'

export const loader = (args: LoaderFunctionArgs) => loadReset(args, 'pages.resetEmail.title')

export const meta = pageMeta

export default function ResetEmailPage() {
  const { next, faces } = useLoaderData<typeof loader>()
  const text = useText()
  const locale = useLocale()
  const navigate = useNavigate()
  return (
    <LoginFrame title={text('pages.resetEmail.title')} subtitle={text('accounts.password.resetSteps')} faces={faces}>
      <EmailStep
        purpose="reset"
        onSent={(email) => {
          rememberAddress(email)
          void navigate(pathTo('login-reset', locale, {}, { next }), { replace: true })
        }}
      />
      <BackToSignIn next={next} />
    </LoginFrame>
  )
}
