import type { MultipleCard, SingleCard } from '@everkin/contract/types.ts'
import type { ReactNode } from 'react'
import { useFormat } from '../../i18n/use-format.ts'
import { useText } from '../../i18n/use-text.ts'
import { clothClass } from '../../ui/cloth.ts'
import { Arch } from '../../ui/portrait.tsx'
import { Speech } from '../../ui/speech.tsx'

/** What a character consists of, part by part, each shown on a real one where there is one. */
export function CharacterAnatomy({ card }: { card: SingleCard | null }) {
  const text = useText()
  const format = useFormat()
  return (
    <ol className="anatomy">
      <Part title={text('characters.anatomy.name')} hint={text('characters.anatomy.nameHint')}>
        {card ? (
          <p className="title-2" dir="auto">
            {card.name}
          </p>
        ) : null}
      </Part>
      <Part title={text('characters.anatomy.line')} hint={text('characters.anatomy.lineHint')}>
        {card?.tagline ? (
          <p className="serif anatomy-line" dir="auto">
            {card.tagline}
          </p>
        ) : null}
      </Part>
      <Part title={text('characters.anatomy.firstLine')} hint={text('characters.anatomy.firstLineHint')}>
        {card?.greeting ? (
          <div className="message">
            <Arch url={card.avatar} name={card.name} size="tiny" />
            <div className="message-column">
              <div className="bubble" dir="auto">
                <Speech words={card.greeting} />
              </div>
            </div>
          </div>
        ) : null}
      </Part>
      <Part title={text('characters.anatomy.inner')} hint={text('characters.anatomy.innerHint')} />
      <Part title={text('characters.anatomy.tags')} hint={text('characters.anatomy.tagsHint')}>
        {card ? <TagNames tags={card.tags} /> : null}
      </Part>
      <Part title={text('characters.card.ageLabel')} hint={text('characters.anatomy.ageHint')}>
        {card?.age ? <p className="title-2 figures">{format.number(card.age)}</p> : null}
      </Part>
    </ol>
  )
}

/** The same for a group. */
export function GroupAnatomy({ card }: { card: MultipleCard | null }) {
  const text = useText()
  return (
    <ol className="anatomy">
      <Part title={text('characters.anatomy.premise')} hint={text('characters.anatomy.premiseHint')}>
        {card ? (
          <>
            <p className="title-2" dir="auto">
              {card.name}
            </p>
            <p className="serif anatomy-line" dir="auto">
              {card.tagline || card.scenario}
            </p>
          </>
        ) : null}
      </Part>
      <Part title={text('characters.anatomy.members')} hint={text('characters.anatomy.membersHint')}>
        {card ? (
          <ul className="anatomy-cast">
            {card.members.map((member) => (
              <li key={member.id} className={clothClass(member.id)}>
                <Arch url={member.avatar} name={member.name} />
                <bdi className="title-3">{member.name}</bdi>
              </li>
            ))}
          </ul>
        ) : null}
      </Part>
      <Part title={text('characters.anatomy.opening')} hint={text('characters.anatomy.openingHint')}>
        {card?.opening ? (
          <p className="serif opening-words anatomy-opening" dir="auto">
            <Speech words={card.opening} />
          </p>
        ) : null}
      </Part>
      <Part title={text('characters.anatomy.turn')} hint={text('characters.anatomy.turnHint')} />
      <Part title={text('characters.anatomy.tags')} hint={text('characters.anatomy.tagsHint')}>
        {card ? <TagNames tags={card.tags} /> : null}
      </Part>
    </ol>
  )
}

function Part({ title, hint, children }: { title: string; hint: string; children?: ReactNode }) {
  return (
    <li>
      <div>
        <h2 className="title-3">{title}</h2>
        <p className="small muted">{hint}</p>
      </div>
      {children ? <div className="anatomy-sample">{children}</div> : null}
    </li>
  )
}

function TagNames({ tags }: { tags: SingleCard['tags'] }) {
  return (
    <ul className="anatomy-tags">
      {tags.map((tag) => (
        <li key={tag.id}>
          <bdi>{tag.name}</bdi>
        </li>
      ))}
    </ul>
  )
}
