import type { ReactNode } from 'react'

interface HeroProps {
  title: string
  lead: string
  /** The single button, with a line beside it. */
  action: ReactNode
  note: ReactNode
  /** Beside the text on wide screens, below it on phones. */
  picture: ReactNode
}

/** The top of a landing page: one sentence, one button, one picture. */
export function Hero({ title, lead, action, note, picture }: HeroProps) {
  return (
    <section className="landing-hero">
      <div className="landing-words">
        <h1 className="display">{title}</h1>
        <p className="landing-lead muted">{lead}</p>
        <div className="landing-action">
          {action}
          <p className="small muted">{note}</p>
        </div>
      </div>
      {picture}
    </section>
  )
}
