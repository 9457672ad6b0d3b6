import { LIMITS } from '@everkin/contract/limits.ts'
import type { SingleCard } from '@everkin/contract/types.ts'
import { useEffect, useState } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { callApi } from '../../api/client.ts'
import { useText } from '../../i18n/use-text.ts'
import { CharacterAvatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RadioTiles } from '../../ui/form/radio-tiles.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Member } from './group-form.ts'

interface MemberPickerProps {
  chosen: Member[]
  /** Adds a member, or removes one that is chosen. */
  onChoose: (member: Member) => void
  onClose: () => void
}

const PAUSE_MS = 250
const FOUND = 24

/** Chooses the members of a group from Explore or from the person's own characters. */
export function MemberPicker({ chosen, onChoose, onClose }: MemberPickerProps) {
  const text = useText()
  const [from, setFrom] = useState<'everyone' | 'own'>('everyone')
  const [words, setWords] = useState('')
  const { found, failure } = useFound(from, words.trim())
  const isFull = chosen.length >= LIMITS.groupMembers
  return (
    <Dialog open onClose={onClose} title={text('card-editor.cast.choose')}>
      <RadioTiles
        label={text('card-editor.cast.from')}
        value={from}
        onChange={setFrom}
        options={(['everyone', 'own'] as const).map((value) => ({ value, label: text(`card-editor.cast.${value}`) }))}
      />
      <TextField
        label={text('card-editor.cast.search')}
        type="search"
        dir="auto"
        data-first-focus
        maxLength={LIMITS.searchLength}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <p className="small muted" role="status">
        {failure ??
          (found?.length === 0 ? text('card-editor.cast.nobody') : isFull ? text('card-editor.cast.full') : '')}
      </p>
      <ul className="picker">
        {(found ?? []).map((card) => {
          const isIn = chosen.some(({ id }) => id === card.id)
          return (
            <li key={card.id}>
              <button
                type="button"
                className="picker-row"
                aria-pressed={isIn}
                disabled={isFull && !isIn}
                onClick={() => onChoose(memberOf(card))}
              >
                <CharacterAvatar url={card.avatar} id={card.id} name={card.name} size="small" />
                <span>
                  <b dir="auto">{card.name}</b>
                  <span className="small muted" dir="auto">
                    {card.tagline}
                  </span>
                </span>
                <Icon name={isIn ? 'check-circle-fill' : 'plus'} size="small" />
              </button>
            </li>
          )
        })}
      </ul>
      <Button variant="primary" wide onClick={onClose}>
        {text('card-editor.cast.done')}
      </Button>
    </Dialog>
  )
}

function memberOf({ id, name, tagline, avatar, rating }: SingleCard): Member {
  return { id, name, tagline, avatar, isMature: rating === 'nsfw' }
}

/** Searches public characters; null until the first response. */
function useFound(from: 'everyone' | 'own', words: string): { found: SingleCard[] | null; failure: string | null } {
  const text = useText()
  const [found, setFound] = useState<SingleCard[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    let isOver = false
    const timer = setTimeout(
      async () => {
        try {
          const cards = from === 'own' ? await ownCards(words) : await anyones(words)
          if (isOver) return
          setFound(cards)
          setFailure(null)
        } catch (error) {
          if (!isOver) setFailure(errorMessage(error, text))
        }
      },
      words ? PAUSE_MS : 0,
    )
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [from, words, text])
  return { found, failure }
}

async function anyones(q: string): Promise<SingleCard[]> {
  const query = { q: q || undefined, limit: FOUND, ...(q ? {} : { sort: 'popular' as const }) }
  return (await callApi('GET /api/chat.Single/cardList', { query })).list
}

/** The person's own published characters whose name contains the text. */
async function ownCards(words: string): Promise<SingleCard[]> {
  const page = await callApi('GET /api/user/chatCardList', { query: { type: 'single', limit: LIMITS.maxPageSize } })
  const wanted = words.normalize('NFKC').toLocaleLowerCase()
  return page.list.filter(
    (card): card is SingleCard =>
      card.type === 'single' &&
      card.state === 'published' &&
      card.name.normalize('NFKC').toLocaleLowerCase().includes(wanted),
  )
}
