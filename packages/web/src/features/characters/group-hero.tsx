import type { MultipleCard } from '@everkin/contract/types.ts'
import type { ReactNode } from 'react'
import { RichText, slot } from '../../i18n/rich-text.tsx'
import { useText } from '../../i18n/use-text.ts'
import { CharacterAvatar, PersonAvatar } from '../../ui/avatar.tsx'
import { patternClass } from '../../ui/pattern.ts'

interface GroupHeroProps {
  card: Pick<MultipleCard, 'id' | 'name' | 'tagline' | 'scenario' | 'creator' | 'chat_count' | 'members'>
  /** Actions for the story on wide screens. */
  children: ReactNode
}

/** Maximum number of portraits side by side; more would be too small to recognise. */
const SHOWN = 4

/** The title of a group on its colour, with portraits of its characters. */
export function GroupHero({ card, children }: GroupHeroProps) {
  const text = useText()
  const { nickname, avatar } = card.creator
  return (
    <section className={`group-hero ${patternClass(card.id)}`}>
      <div className="group-heads" data-heads={Math.min(SHOWN, card.members.length)}>
        {card.members.slice(0, SHOWN).map((member) => (
          <CharacterAvatar key={member.id} url={member.avatar} name={member.name} size="huge" eager />
        ))}
      </div>
      <div>
        <h1 className="display" dir="auto">
          {card.name}
        </h1>
        <p className="serif group-tagline" dir="auto">
          {card.tagline || card.scenario}
        </p>
        <p className="group-by small">
          {nickname ? (
            <>
              <PersonAvatar name={nickname} url={avatar} size="small" />
              <span>
                <RichText text={text('characters.card.by', { name: slot('name') })} names={{ name: nickname }} />
              </span>
            </>
          ) : null}
          {card.chat_count > 0 ? (
            <>
              <span aria-hidden="true">·</span>
              <span className="figures">{text('explore.chats', { count: card.chat_count })}</span>
            </>
          ) : null}
        </p>
        <div className="group-actions">{children}</div>
      </div>
    </section>
  )
}
