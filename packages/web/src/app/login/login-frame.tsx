import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { AgreeLine } from '../../features/accounts/agree-line.tsx'
import { useLocale } from '../../i18n/use-text.ts'
import { ResponsiveImage } from '../../ui/avatar.tsx'
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
