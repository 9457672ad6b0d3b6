import type { ReactNode } from 'react'
import { RichText, slot } from '../../i18n/rich-text.tsx'
import { useText } from '../../i18n/use-text.ts'
import { ResponsiveImage } from '../../ui/avatar.tsx'
import { type PatternName, patternClass } from '../../ui/pattern.ts'
import { quoted, type Speaker } from './speaker.ts'

interface LineHeroProps {
  speaker: Speaker
  cloth?: PatternName | undefined
  action: ReactNode
  note: ReactNode
}

/** The top of a landing page with a character's first line. */
export function LineHero({ speaker, cloth, action, note }: LineHeroProps) {
  const text = useText()
  const { id, name, picture } = speaker
  return (
    <section className={`landing-one ${cloth ? `cloth-${cloth}` : patternClass(id)}`}>
      {picture ? <ResponsiveImage url={picture} alt="" sizes="(min-width: 48rem) 36rem, 100vw" eager /> : null}
      <div className="landing-one-words">
        <p className="landing-who">
          <RichText text={text('landing.who', { name: slot('name') })} names={{ name }} />
        </p>
        <h1 className="display" dir="auto">
          {quoted(text, speaker)}
        </h1>
        <div className="landing-action">
          {action}
          <p className="small">{note}</p>
        </div>
      </div>
    </section>
  )
}
