import type { ApiData } from '@everkin/contract/api-types.ts'
import { type DragEvent, useState } from 'react'
import { Link } from 'react-router'
import { errorMessage, isApiError } from '../../../api/api-error.ts'
import { uploadFile } from '../../../api/upload.ts'
import { useText } from '../../../i18n/use-text.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FieldError } from '../../../ui/form/field-error.tsx'
import { Input, Select } from '../../../ui/form/form-controls.tsx'
import { useMutation } from '../../../ui/use-mutation.ts'
import type { ChatLinks } from '../context/conversation-context.ts'
import './transfer.css'

/** A character or group that the reader already has a chat with. */
interface ChatPartner {
  id: string
  type: 'single' | 'multiple'
  name: string
}

/** A chat that was imported from a file, and a report of what was changed or left out. */
type ImportedChat = ApiData<'POST /api/chat/importChat'>

interface ImportChatDialogProps {
  partners: readonly ChatPartner[]
  linkTo: ChatLinks['chat']
  onClose: () => void
}

/** Imports a chat from a chosen or dropped file, for a selected card, then reports what was read and left out. */
export function ImportChatDialog({ partners, linkTo, onClose }: ImportChatDialogProps) {
  const text = useText()
  const [file, setFile] = useState<File | null>(null)
  const [withId, setWithId] = useState('')
  const [isOver, setOver] = useState(false)
  const [done, setDone] = useState<ImportedChat | null>(null)

  const importFile = useMutation(
    async (chosen: File) => {
      const card = partners.find((one) => one.id === withId)
      setDone(await uploadFile('POST /api/chat/importChat', { ...idField(card), file: chosen }))
    },
    { onError: importErrorText },
  )
  const { isBusy, error } = importFile

  /** Two refusals need advice in addition to the server’s message. */
  function importErrorText(error: unknown): string {
    const paths = isApiError(error, 'InvalidInput') ? (error.data?.issues.map(({ path }) => path) ?? []) : []
    if (paths.includes('card_id')) return text('chat-tools.import.nobody')
    return paths.includes('file') ? text('chat-tools.import.empty') : errorMessage(error, text)
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    setFile(event.dataTransfer.files[0] ?? null)
  }

  return (
    <Dialog
      open
      narrow
      onClose={onClose}
      title={text('chat-tools.import.title')}
      description={done ? undefined : <p className="small">{text('chat-tools.import.about')}</p>}
    >
      {done ? (
        <ImportReport done={done} linkTo={linkTo} />
      ) : (
        <div className="chat-import">
          <section
            aria-label={text('chat-tools.import.choose')}
            className={`chat-import-drop${isOver ? ' chat-import-over' : ''}`}
            onDragOver={(event) => {
              event.preventDefault()
              setOver(true)
            }}
            onDragLeave={() => setOver(false)}
            onDrop={drop}
          >
            <label className={buttonClass('quiet')}>
              <Input
                type="file"
                accept=".jsonl,.json,.txt,application/x-ndjson"
                onChange={(event) => setFile(event.target.files?.[0] ?? null)}
              />
              {text('chat-tools.import.choose')}
            </label>
            {file ? (
              <p className="small muted">
                <bdi>{file.name}</bdi>
              </p>
            ) : (
              <p className="small muted chat-import-hint">{text('chat-tools.import.drop')}</p>
            )}
          </section>
          <div className="field">
            <label htmlFor="chat-import-with">{text('chat-tools.import.with')}</label>
            <Select
              id="chat-import-with"
              className="input"
              value={withId}
              onChange={(event) => setWithId(event.target.value)}
            >
              <option value="">{text('chat-tools.import.byName')}</option>
              {partners.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.name}
                </option>
              ))}
            </Select>
          </div>
          <FieldError>{error}</FieldError>
          {isBusy ? <progress aria-label={text('chat-tools.import.busy')} /> : null}
          <Button
            variant="primary"
            wide
            busy={isBusy}
            disabled={!file}
            onClick={() => file && void importFile.run(file)}
          >
            {text('chat-tools.import.action')}
          </Button>
        </div>
      )}
    </Dialog>
  )
}

/** Without a selection, the server looks for the card that is named in the file. */
function idField(card: ChatPartner | undefined): { card_id?: string; group_id?: string } {
  if (!card) return {}
  return card.type === 'single' ? { card_id: card.id } : { group_id: card.id }
}

function ImportReport({ done, linkTo }: { done: ImportedChat; linkTo: ChatLinks['chat'] }) {
  const text = useText()
  const details = [
    ...(['narration', 'hidden', 'facts'] as const).flatMap((kind) =>
      done[kind] > 0 ? [text(`chat-tools.import.${kind}`, { count: done[kind] })] : [],
    ),
    ...(done.note ? [text('chat-tools.import.note')] : []),
    ...done.left_out.map(({ kind, count }) => text(`chat-tools.import.without.${kind}`, { count })),
  ]
  return (
    <div className="chat-import">
      <div className="chat-import-report" role="status">
        <p>
          {text('chat-tools.import.messages', { count: done.messages })}{' '}
          {done.versions > 0 ? text('chat-tools.import.versions', { count: done.versions }) : null}
        </p>
        <ul className="small muted">
          {details.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {done.warning_count > 0 ? (
          <>
            <p>{text('chat-tools.import.left', { count: done.warning_count })}</p>
            <ul className="small muted">
              {done.warnings.map(({ line, kind }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the report is rendered once and never reordered
                <li key={index}>
                  {text('chat-tools.import.line', { line })} ·{' '}
                  {text(`chat-tools.import.kinds.${kind === 'too_many' ? 'tooMany' : kind}`)}
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
      <Link className={buttonClass('primary')} to={linkTo(done.chat.id)}>
        {text('chat-tools.import.open')}
      </Link>
    </div>
  )
}
