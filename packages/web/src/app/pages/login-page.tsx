import { type LoaderFunctionArgs, useLoaderData, useLocation } from 'react-router'
import { IdentityButtons } from '../../features/accounts/identity-buttons.tsx'
import { PasskeyButton } from '../../features/accounts/passkey-button.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useMounted } from '../../lib/use-mounted.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { loadLogin } from '../login/load-login.ts'
import { LoginFrame } from '../login/login-frame.tsx'
import { useCompleteSignIn } from '../login/use-complete-sign-in.ts'
import { pageMeta } from '../page-meta.ts'
import { pathTo } from '../paths.ts'
import { useSiteConfig } from '../use-site-config.ts'

export { PageError as ErrorBoundary } from '../page-error.tsx'

export const loader = (args: LoaderFunctionArgs) => loadLogin(args, 'shell.drawer.signIn')

export const meta = pageMeta

export default function LoginPage() {
  const { faces } = useLoaderData<typeof loader>()
  const next = useNext()
  const text = useText()
  const locale = useLocale()
  const config = useSiteConfig()
  const signedIn = useCompleteSignIn(next)
  return (
    <LoginFrame title={text('accounts.signIn.title')} subtitle={text('accounts.signIn.subtitle')} faces={faces}>
      <IdentityButtons config={config} onSignedIn={signedIn} />
      <LinkButton to={pathTo('login-emailLogin', locale, {}, { next })} replace variant="primary" size="large" wide>
        <Icon name="envelope-simple" />
        {text('accounts.signIn.email')}
      </LinkButton>
      <PasskeyButton config={config} onSignedIn={signedIn} />
    </LoginFrame>
  )
}

/** Destination after sign-in: the path known to the server, and the fragment, which only the browser knows. */
function useNext(): string {
  const { next } = useLoaderData<typeof loader>()
  const { hash } = useLocation()
  return useMounted() && !next.includes('#') ? next + hash : next
}
