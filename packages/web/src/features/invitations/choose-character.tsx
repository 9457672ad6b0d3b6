import { LIMITS } from '@everkin/contract/limits.ts'
import { useEffect, useState } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { callApi } from '../../api/client.ts'
import { useText } from '../../i18n/use-text.ts'
import { CharacterAvatar } from '../../ui/avatar.tsx'
import { TextField } from '../../ui/form/text-field.tsx'

const SHOWN = 12
const TYPING_MS = 250

/** The character in an invitation. */
export interface Companion {
  id: string
  name: string
  avatar: string | null
}

/** A search for public characters, popular ones first; adult ones are excluded, since the friend's age is unknown. */
export function ChooseCharacter({ onChosen }: { onChosen: (companion: Companion) => void }) {
  const text = useText()
  const [words, setWords] = useState('')
  const [found, setFound] = useState<Companion[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(
      async () => {
        const q = words.trim()
        try {
          const query = { sort: 'popular' as const, limit: 2 * SHOWN, ...(q !== '' && { q }) }
          const { list } = await callApi('GET /api/chat.Single/cardList', { query })
          if (!isCurrent) return
          setFailure(null)
          setFound(list.filter(({ rating, visibility }) => rating === 'sfw' && visibility === 'public').slice(0, SHOWN))
        } catch (error) {
          if (isCurrent) setFailure(errorMessage(error, text))
        }
      },
      words === '' ? 0 : TYPING_MS,
    )
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [words, text])

  return (
    <>
      <TextField
        label={text('invitations.choose.find')}
        type="search"
        maxLength={LIMITS.searchLength}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        error={failure}
        data-first-focus
      />
      <ul className="invite-choice" aria-busy={found === null}>
        {(found ?? []).map(({ id, name, avatar }) => (
          <li key={id}>
            <button type="button" onClick={() => onChosen({ id, name, avatar })}>
              <CharacterAvatar url={avatar} id={id} name={name} />
              <bdi>{name}</bdi>
            </button>
          </li>
        ))}
      </ul>
      {found?.length === 0 ? <p className="muted">{text('invitations.choose.none')}</p> : null}
    </>
  )
}
