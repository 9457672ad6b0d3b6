import { useState } from 'react'
import { callApi } from '../../api/client.ts'
import { useText } from '../../i18n/use-text.ts'
import { useMutation } from '../../ui/use-mutation.ts'
import type { GroupForm } from './group-form.ts'

/** Library characters that make a story together. */
const CASTS = [
  { id: 'disagree', members: ['zahra', 'brass'] },
  { id: 'mystery', members: ['beatriz', 'odile', 'pip'] },
  { id: 'expedition', members: ['noor', 'greta', 'coral', 'sol'] },
  { id: 'evening', members: ['oisin', 'wren', 'idris'] },
] as const

interface ReadyCastsProps {
  onChosen: (cast: Pick<GroupForm, 'members' | 'name' | 'scenario' | 'opening'>) => void
}

/** Casts to start from, offered while a new group is still empty: people, title, scenario and opening. */
export function ReadyCasts({ onChosen }: ReadyCastsProps) {
  const text = useText()
  const [chosen, setChosen] = useState<string | null>(null)
  const { run: choose, isBusy } = useMutation(
    async ({ id, members }: (typeof CASTS)[number]) => {
      setChosen(id)
      const cards = await Promise.all(
        members.map((member) => callApi('GET /api/chat.Single/cardInfo', { query: { id: member } })),
      )
      onChosen({
        members: cards.map((card) => ({
          id: card.id,
          name: card.name,
          tagline: card.tagline,
          avatar: card.avatar,
          isMature: card.rating === 'nsfw',
        })),
        name: text(`sketch.casts.${id}`),
        scenario: text(`sketch.casts.${id}Hint`),
        opening: text(`sketch.casts.${id}Opening`),
      })
    },
    { toastsErrors: true },
  )
  return (
    <section className="ready-casts" aria-label={text('sketch.casts.title')}>
      <h2 className="title-3">{text('sketch.casts.title')}</h2>
      <ul>
        {CASTS.map((cast) => (
          <li key={cast.id}>
            <button
              type="button"
              className="ready-cast"
              disabled={isBusy}
              aria-busy={isBusy && chosen === cast.id}
              onClick={() => void choose(cast)}
            >
              <b className="title-3">{text(`sketch.casts.${cast.id}`)}</b>
              <span className="small muted">{text(`sketch.casts.${cast.id}Hint`)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
