import type { ReactNode } from 'react'
import { useText } from '../i18n/use-text.ts'
import { useSiteConfig } from './use-site-config.ts'

interface LegalTextProps {
  title: string
  intro: string
  paragraphs: string[]
}

/** A legal text: title, what it is about, its paragraphs, and who stands behind it where the operator has said so. */
export function LegalText({ title, intro, paragraphs }: LegalTextProps): ReactNode {
  const text = useText()
  const config = useSiteConfig()
  return (
    <article className="reading">
      <header className="page-head">
        <h1 className="display">{title}</h1>
        <p className="muted">{intro}</p>
      </header>
      <div className="reading-text">
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <footer className="small faint">
        {config?.operator_name ? <p>{text('legal.operator', { operator: config.operator_name })}</p> : null}
        {config?.support_email ? <p>{text('legal.contact', { email: config.support_email })}</p> : null}
      </footer>
    </article>
  )
}
