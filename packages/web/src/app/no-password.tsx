import type { LoaderFunctionArgs } from 'react-router'
import { useSession } from '../features/accounts/session.tsx'
import type { TextKey } from '../i18n/text-key.ts'
import { useLocale, useText } from '../i18n/use-text.ts'
import { Icon } from '../ui/icon.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { loadFaces } from './load-login.ts'
import { LoginFrame } from './login-frame.tsx'
import { pageTools } from './page-tools.ts'
import { pathTo } from './paths.ts'

/** Data of the two pages about a forgotten password; they answer whoever is signed in too. */
export async function loadNoPassword(args: LoaderFunctionArgs, titleKey: TextKey) {
  const { context, text, texts, title } = pageTools(args, [titleKey, 'accounts.noPassword'])
  return { faces: await loadFaces(context), texts, title: title(text(titleKey)) }
}

/** Says that there is no password here, and shows the way in that there is. */
export function NoPassword({ title, faces }: { title: string; faces: string[] }) {
  const { person } = useSession()
  const text = useText()
  const locale = useLocale()
  return (
    <LoginFrame title={title} subtitle={text('accounts.noPassword.hint')} faces={faces}>
      {person ? (
        <LinkButton to={pathTo('me', locale)} look="primary" size="large" wide>
          {text('accounts.noPassword.signedIn')}
        </LinkButton>
      ) : (
        <LinkButton to={pathTo('login-emailLogin', locale)} look="primary" size="large" wide>
          <Icon name="envelope-simple" />
          {text('accounts.signIn.email')}
        </LinkButton>
      )}
    </LoginFrame>
  )
}
