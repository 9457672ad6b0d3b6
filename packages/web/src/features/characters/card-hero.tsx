import type { SingleCard } from '@everkin/contract/types.ts'
import { RichText, slot } from '../../i18n/rich-text.tsx'
import { useText } from '../../i18n/use-text.ts'
import { Initial, ResponsiveImage } from '../../ui/avatar.tsx'
import { patternClass } from '../../ui/pattern.ts'
import { CreatorMark } from './creator-mark.tsx'

interface CardHeroProps {
  id: string
  name: string
  tagline: string
  picture: string | null
  creator: SingleCard['creator']
}

/** The head of a card page: on phones a portrait with the name over it, on wider screens a book beside the name. */
export function CardHero({ id, name, tagline, picture, creator }: CardHeroProps) {
  const text = useText()
  return (
    <>
      <div className={`card-portrait ${patternClass(id)}`}>
        <span className="cover" suppressHydrationWarning>
          {picture ? (
            <ResponsiveImage
              url={picture}
              alt={text('characters.card.portraitOf', { name: name })}
              sizes="(min-width: 64rem) 20rem, (min-width: 48rem) 17rem, 94vw"
              eager
            />
          ) : (
            <Initial name={name} />
          )}
        </span>
      </div>
      <div className="card-name">
        <h1 className="display" dir="auto">
          {name}
        </h1>
        <p className="serif card-tagline" dir="auto">
          {tagline}
        </p>
        {creator.nickname ? (
          <p className="card-by">
            <CreatorMark creator={creator} />
            <span>
              <RichText text={text('characters.card.by', { name: slot('name') })} names={{ name: creator.nickname }} />
            </span>
          </p>
        ) : null}
      </div>
    </>
  )
}
