import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { Logo } from '../../ui/logo.tsx'
import { useSignOut } from './sign-out.tsx'
import './plain-header.css'

/** The header for people who may not use the site: the name and signing out, without links. */
export function PlainHeader() {
  const { signOut } = useSignOut()
  const text = useText()
  return (
    <header className="top top-plain">
      <span className="brand">
        <Logo />
        Everkin
      </span>
      <span className="space" />
      <Button variant="ghost" onClick={() => void signOut()}>
        <span className="capitalise">{text('shell.account.signOut')}</span>
      </Button>
    </header>
  )
}
