import type { ReactNode } from 'react'
import { RichText, slot } from '../../i18n/rich-text.tsx'
import { useText } from '../../i18n/use-text.ts'
import { CharacterAvatar, PersonAvatar } from '../../ui/avatar.tsx'

interface LetterProps {
  friend: { name: string; avatar: string | null }
  companion: { id: string; name: string; picture: string | null } | null
  /** The companion's first line, in quotation marks. */
  words: string | null
  children?: ReactNode
}

/** The friend's letter: who recommends which companion, and that the companion is an AI. */
export function Letter({ friend, companion, words, children }: LetterProps) {
  const text = useText()
  return (
    <div className="invitation-letter">
      <span className="invitation-who" aria-hidden="true">
        {companion ? (
          <CharacterAvatar url={companion.picture} id={companion.id} name={companion.name} size="huge" />
        ) : null}
        <span className="invitation-seal">
          <PersonAvatar name={friend.name} url={friend.avatar} />
        </span>
      </span>
      <div className="invitation-words">
        <p className="small muted">
          <RichText
            text={text('landing.invitation.from', { friendName: slot('friendName') })}
            names={{ friendName: friend.name }}
          />
        </p>
        <h1 className="display">
          <RichText
            text={text('landing.invitation.title', { friendName: slot('friendName') })}
            names={{ friendName: friend.name }}
          />
        </h1>
        {companion ? (
          <>
            {words ? (
              <blockquote className="serif muted" dir="auto">
                {words}
              </blockquote>
            ) : null}
            <p className="small muted">
              <RichText
                text={text('landing.invitation.aiNote', { name: slot('name') })}
                names={{ name: companion.name }}
              />
            </p>
          </>
        ) : (
          <p className="small muted">{text('landing.invitation.noCard')}</p>
        )}
        {children}
      </div>
    </div>
  )
}
