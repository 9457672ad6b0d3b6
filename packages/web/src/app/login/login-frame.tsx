import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { AgreeLine } from '../../features/accounts/agree-line.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useSession } from '../../session/session.tsx'
import { ResponsiveImage } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Logo } from '../../ui/logo.tsx'
import { pathTo } from '../paths.ts'
import './login.css'

interface LoginFrameProps {
  title: string
  subtitle?: string
  /** Addresses of the pictures for the wall of windows. */
  faces: string[]
  children: ReactNode
}

/** The wall of windows and the panel beside it, shared by all sign-in pages. */
export function LoginFrame({ title, subtitle, faces, children }: LoginFrameProps) {
  const locale = useLocale()
  return (
    <div className="login">
      <div className="login-wall" aria-hidden="true">
        {faces.map((url) => (
          <span className="login-window" key={url}>
            <ResponsiveImage url={url} alt="" sizes="(min-width: 64rem) 11rem, 22vw" />
          </span>
        ))}
      </div>
      <section className="login-panel">
        <Link className="brand" to={pathTo('index', locale)}>
          <Logo />
          Everkin
        </Link>
        <h1 className="display">{title}</h1>
        {subtitle ? <p className="muted login-subtitle">{subtitle}</p> : null}
        {children}
        <AgreeLine termsPath={pathTo('TermsofUse', locale)} privacyPath={pathTo('PrivacyPolicy', locale)} />
      </section>
    </div>
  )
}

/** Leads from a forgotten password back to sign-in; signed-in people have nothing to go back to. */
export function BackToSignIn({ next }: { next: string }) {
  const { person } = useSession()
  const text = useText()
  const locale = useLocale()
  if (person) return null
  return (
    <Link className="text-button login-back" to={pathTo('login-emailLogin', locale, {}, { next })} replace>
      <Icon name="caret-left" size="small" mirror />
      {text('accounts.password.backToSignIn')}
    </Link>
  )
}
