import type { MultipleCard } from '@everkin/contract/types.ts'
import type { ReactNode } from 'react'
import { RichText, slot } from '../../i18n/rich-text.tsx'
import { useText } from '../../i18n/use-text.ts'
import { CharacterAvatar, ResponsiveImage } from '../../ui/avatar.tsx'
import { patternClass } from '../../ui/pattern.ts'
import { CreatorMark } from './creator-mark.tsx'

interface GroupHeroProps {
  card: Pick<MultipleCard, 'id' | 'name' | 'cover' | 'tagline' | 'scenario' | 'creator' | 'members'>
  /** Actions for the story on wide screens. */
  children: ReactNode
}

/** Maximum number of portraits side by side; more would be too small to recognise. */
const SHOWN = 4

/** The title of a group on its cover, or on its colour with portraits of its characters. */
export function GroupHero({ card, children }: GroupHeroProps) {
  const text = useText()
  const { nickname } = card.creator
  return (
    <section className={`group-hero ${patternClass(card.id)}`}>
      {card.cover ? (
        <div className="group-cover">
          <ResponsiveImage url={card.cover} alt="" sizes="(min-width: 64rem) 72rem, 100vw" eager />
        </div>
      ) : (
        <div className="group-heads" data-heads={Math.min(SHOWN, card.members.length)}>
          {card.members.slice(0, SHOWN).map((member) => (
            <CharacterAvatar key={member.id} url={member.avatar} id={member.id} name={member.name} size="huge" eager />
          ))}
        </div>
      )}
      <div className="group-words">
        <h1 className="display" dir="auto">
          {card.name}
        </h1>
        <p className="serif group-tagline" dir="auto">
          {card.tagline || card.scenario}
        </p>
        <p className="group-by small">
          {nickname ? (
            <>
              <CreatorMark creator={card.creator} />
              <span>
                <RichText text={text('characters.card.by', { name: slot('name') })} names={{ name: nickname }} />
              </span>
            </>
          ) : null}
        </p>
        <div className="group-actions">{children}</div>
      </div>
    </section>
  )
}
