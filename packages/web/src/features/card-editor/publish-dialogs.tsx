import { useState } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { callApi } from '../../api/client.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldError } from '../../ui/form/field-error.tsx'
import { RadioTiles } from '../../ui/form/radio-tiles.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import { issuesOfRefusal } from './check-form.ts'
import type { OwnCard } from './own-card.ts'

interface PublishProps {
  card: OwnCard
  onClose: () => void
  onDone: () => void
}

const AUDIENCES = ['public', 'unlisted'] as const

/** Publishes a private card or changes the visibility of a published one; says who will see it and which parts. */
export function PublishDialog({ card, onClose, onDone }: PublishProps) {
  const text = useText()
  const isPrivate = card.visibility === 'private'
  const [audience, setAudience] = useState<(typeof AUDIENCES)[number]>(
    card.visibility === 'unlisted' ? 'unlisted' : 'public',
  )
  const { run: save, isBusy, error } = useSaveVisibility(card, onClose, onDone)
  return (
    <Dialog
      open
      onClose={onClose}
      narrow
      title={text(isPrivate ? 'card-editor.publish.title' : 'card-editor.mine.whoSees', { name: card.name })}
      description={
        <>
          <p>{text(card.type === 'single' ? 'card-editor.publish.seen' : 'card-editor.publish.seenGroup')}</p>
          {card.type === 'single' ? (
            <p>
              {text(
                card.definition_public ? 'card-editor.publish.definitionOpen' : 'card-editor.publish.definitionHidden',
              )}
            </p>
          ) : null}
        </>
      }
    >
      <RadioTiles
        label={text('card-editor.shelf.visibility')}
        layout="list"
        value={audience}
        onChange={setAudience}
        options={AUDIENCES.map((value) => ({
          value,
          label: text(`card-editor.shelf.visibilities.${value}`),
          hint: text(
            `card-editor.publish.audiences.${value === 'public' && card.rating === 'nsfw' ? 'adults' : value}`,
          ),
        }))}
      />
      <Failure message={error} />
      <div className="dialog-actions">
        <Button
          variant="primary"
          size="large"
          wide
          busy={isBusy}
          onClick={() => void save(audience, isPrivate ? 'card-editor.publish.done' : 'card-editor.mine.changed')}
        >
          {text(isPrivate ? 'card-editor.publish.action' : 'card-editor.mine.saveVisibility')}
        </Button>
      </div>
    </Dialog>
  )
}

/** Asks for confirmation before a published card becomes private again. */
export function UnpublishDialog({ card, onClose, onDone }: PublishProps) {
  const text = useText()
  const { run: save, isBusy, error } = useSaveVisibility(card, onClose, onDone)
  return (
    <Dialog
      open
      onClose={onClose}
      kind="alert"
      narrow
      title={text('card-editor.publish.undoTitle', { name: card.name })}
      description={text('card-editor.publish.undoHint')}
    >
      <Failure message={error} />
      <div className="dialog-actions">
        <Button
          variant="primary"
          size="large"
          wide
          busy={isBusy}
          onClick={() => void save('private', 'card-editor.publish.undone')}
        >
          {text('card-editor.publish.undo')}
        </Button>
        <Button size="large" wide data-first-focus onClick={onClose}>
          {text('card-editor.publish.stay')}
        </Button>
      </div>
    </Dialog>
  )
}

function Failure({ message }: { message: string | null }) {
  if (!message) return null
  return <FieldError>{message}</FieldError>
}

/** Saves the visibility of a card and reports the result: it may be held for review instead of being published. */
function useSaveVisibility(card: OwnCard, onClose: () => void, onDone: () => void) {
  const text = useText()
  const toasts = useToast()

  async function save(
    visibility: OwnCard['visibility'],
    done: 'card-editor.publish.done' | 'card-editor.publish.undone' | 'card-editor.mine.changed',
  ): Promise<void> {
    const body = { id: card.id, visibility }
    const { state } = await (card.type === 'single'
      ? callApi('POST /api/chat.Single/saveCard', { body })
      : callApi('POST /api/chat.Multiple/saveCard', { body }))
    if (state === 'published' || visibility === 'private') toasts.show(text(done))
    else toasts.show(text(state === 'in_review' ? 'card-editor.savedInReview' : 'card-editor.savedHeld'), 'info')
    onClose()
    onDone()
  }

  return useMutation(save, {
    onError: (error) => {
      const isMemberPrivate = issuesOfRefusal(error)?.member_ids?.text === 'memberPrivate'
      return isMemberPrivate ? text('card-editor.issues.memberPrivate') : errorMessage(error, text)
    },
  })
}
