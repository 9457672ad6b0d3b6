import type { CardDefinition, SingleCard } from '@everkin/contract/types.ts'
import { useEffect, useState } from 'react'
import { replyMessage } from '../../api/api-error.ts'
import { callApi } from '../../api/client.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/use-text.ts'
import { CharacterAvatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldError } from '../../ui/form/field-error.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import { joinBooks } from './join-books.ts'
import type { ImportedLorebook } from './use-imports.ts'

interface LoreDialogProps {
  imported: ImportedLorebook
  onAdded: (name: string) => void
  onClose: () => void
}

/** Adds an imported lorebook to one of the person's own characters. */
export function LoreDialog({ imported, onAdded, onClose }: LoreDialogProps) {
  const text = useText()
  const { labelled } = useFormat()
  const [cards, setCards] = useState<readonly SingleCard[] | null>(null)
  const {
    run: add,
    pending,
    error,
    setError,
  } = useMutation(
    async (chosen: SingleCard) => {
      const { card } = await callApi('GET /api/editor/card', { query: { id: chosen.id } })
      const definition: Partial<CardDefinition> = card.type === 'single' ? (card.definition ?? {}) : {}
      const character_book = joinBooks(definition.character_book, imported.character_book)
      await callApi('POST /api/chat.Single/saveCard', { body: { id: chosen.id, definition: { character_book } } })
      onAdded(chosen.name)
    },
    { onError: (thrown) => replyMessage(thrown, text('card-files.import.failed')) },
  )

  useEffect(() => {
    const controller = new AbortController()
    callApi('GET /api/user/chatCardList', { query: { type: 'single', limit: 100 }, signal: controller.signal }).then(
      ({ list }) => setCards(list.filter((card) => card.type === 'single')),
      (thrown: unknown) => {
        if (!controller.signal.aborted) setError(replyMessage(thrown, text('card-files.import.failed')))
      },
    )
    return () => controller.abort()
  }, [text, setError])

  const busy = pending?.[0].id ?? null

  return (
    <Dialog
      open
      narrow
      onClose={onClose}
      title={text('card-files.import.loreTitle')}
      description={<p className="small">{text('card-files.import.loreAdds')}</p>}
    >
      {cards === null && error === null ? <Spinner label={text('card-files.import.reading')} /> : null}
      {cards?.length === 0 ? <p>{text('card-files.import.loreNone')}</p> : null}
      <ul className="import-choice">
        {cards?.map((card) => (
          <li key={card.id}>
            <CharacterAvatar url={card.avatar} id={card.id} name={card.name} size="small" />
            <strong dir="auto">{card.name}</strong>
            <Button
              size="small"
              busy={busy === card.id}
              disabled={busy !== null}
              aria-label={labelled(text('card-files.import.loreAdd'), card.name)}
              onClick={() => void add(card)}
            >
              {text('card-files.import.loreAdd')}
            </Button>
          </li>
        ))}
      </ul>
      <FieldError>{error}</FieldError>
    </Dialog>
  )
}
