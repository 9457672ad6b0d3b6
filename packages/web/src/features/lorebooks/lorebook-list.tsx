import type { ApiData } from '@everkin/contract/api-types.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import { truncateText } from '@everkin/contract/truncate-text.ts'
import { type ReactNode, useRef, useState } from 'react'
import { callApi } from '../../api/client.ts'
import { SaveKeys } from '../../api/save-keys.ts'
import { uploadFile } from '../../api/upload.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FieldError } from '../../ui/form/field-error.tsx'
import { Input } from '../../ui/form/form-controls.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import './lorebooks.css'

export type LorebookInfo = ApiData<'GET /api/lorebook/list'>['list'][number]

interface LorebookListProps {
  initial: readonly LorebookInfo[]
  /** A link to the page of one lorebook. */
  linkTo: (book: LorebookInfo, words: ReactNode) => ReactNode
  onCreated: (book: LorebookInfo) => void
}

/** The person's lorebooks: where each is used, a button for a new one, and for one from a file. */
export function LorebookList({ initial, linkTo, onCreated }: LorebookListProps) {
  const text = useText()
  const [list, setList] = useState(initial)
  const [asked, setAsked] = useState<LorebookInfo | null>(null)
  const [keys] = useState(() => new SaveKeys())
  const create = useMutation(
    async () => {
      const empty = { name: text('lorebooks.unnamed'), content: { extensions: {}, entries: [] } }
      onCreated(await keys.send(empty, (body) => callApi('POST /api/lorebook/save', { body })))
    },
    { toastsErrors: true },
  )
  const actions = (
    <div className="book-actions">
      {list.length < LIMITS.lorebooks ? (
        <Button variant="primary" busy={create.isBusy} onClick={() => void create.run()}>
          <Icon name="plus" size="small" />
          {text('lorebooks.create')}
        </Button>
      ) : null}
      <ImportLorebook onImported={(book) => setList((old) => [...old, book])} />
    </div>
  )
  if (list.length === 0) return <EmptyState hint={text('lorebooks.empty')} action={actions} />
  return (
    <div className="stack">
      <ul className="book-list">
        {list.map((book) => (
          <li key={book.id} className="book-row">
            {linkTo(book, <LorebookSummary book={book} />)}
            <IconButton
              icon="trash"
              label={text('lorebooks.delete', { name: book.name })}
              onClick={() => setAsked(book)}
            />
          </li>
        ))}
      </ul>
      {actions}
      {asked ? (
        <DeleteLorebook
          book={asked}
          onClose={() => setAsked(null)}
          onDeleted={() => setList((old) => old.filter(({ id }) => id !== asked.id))}
        />
      ) : null}
    </div>
  )
}

function LorebookSummary({ book }: { book: LorebookInfo }) {
  const text = useText()
  const format = useFormat()
  const uses = [...book.personas, ...book.chats].map(({ name }) => name)
  return (
    <span className="book-words">
      <b dir="auto">{book.name}</b>
      <span className="small muted">
        {text('lorebooks.entries', { count: book.entries })}
        {' · '}
        {book.all_chats
          ? text('lorebooks.everywhere')
          : uses.length > 0
            ? text('lorebooks.usedIn', { list: format.list(uses.slice(0, 5)) })
            : text('lorebooks.unused')}
      </span>
    </span>
  )
}

/** Reads a file of any format and saves it; lists what it asks for and replies do not do. */
function ImportLorebook({ onImported }: { onImported: (book: LorebookInfo) => void }) {
  const text = useText()
  const toasts = useToast()
  const file = useRef<HTMLInputElement>(null)
  const [report, setReport] = useState<string[]>([])
  const [keys] = useState(() => new SaveKeys())
  const read = useMutation(
    async (chosen: File) => {
      const {
        character_book: content,
        name,
        warnings,
      } = await uploadFile('POST /api/chat.Single/importLorebook', {
        file: chosen,
      })
      const title = truncateText((name || chosen.name.replace(/\.\w+$/, '')).trim(), LIMITS.nameLength)
      const found = { name: title || text('lorebooks.unnamed'), content: content as Record<string, unknown> } // as read
      const book = await keys.send(found, (body) => callApi('POST /api/lorebook/save', { body }))
      setReport(warnings.map(({ message }) => message))
      toasts.show(text('lorebooks.imported', { name: book.name }))
      onImported(book)
    },
    { toastsErrors: true },
  )
  return (
    <>
      <Input
        ref={file}
        type="file"
        hidden
        accept=".json,.png,application/json,image/png"
        onChange={({ target }) => {
          const chosen = target.files?.[0]
          if (chosen) void read.run(chosen)
          target.value = ''
        }}
      />
      <Button busy={read.isBusy} onClick={() => file.current?.click()}>
        <Icon name="tray-arrow-down" size="small" />
        {text('lorebooks.import')}
      </Button>
      {report.length > 0 ? (
        <div className="book-report" role="status">
          <b>{text('lorebooks.report')}</b>
          <ul className="small">
            {report.map((line) => (
              <li key={line} dir="auto">
                {line}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </>
  )
}

interface DeleteLorebookProps {
  book: LorebookInfo
  onClose: () => void
  onDeleted: () => void
}

function DeleteLorebook({ book, onClose, onDeleted }: DeleteLorebookProps) {
  const text = useText()
  const toasts = useToast()
  const confirm = useMutation(async () => {
    await callApi('POST /api/lorebook/delete', { body: { id: book.id } })
    toasts.show(text('lorebooks.deleted'))
    onDeleted()
    onClose()
  })
  return (
    <Dialog
      open
      kind="alert"
      narrow
      onClose={onClose}
      title={text('lorebooks.askTitle', { name: book.name })}
      description={<p>{text('lorebooks.askHint')}</p>}
    >
      {confirm.error ? <FieldError>{confirm.error}</FieldError> : null}
      <div className="dialog-actions">
        <Button data-first-focus onClick={onClose}>
          {text('lorebooks.cancel')}
        </Button>
        <Button variant="danger" busy={confirm.isBusy} onClick={() => void confirm.run()}>
          {text('lorebooks.confirm')}
        </Button>
      </div>
    </Dialog>
  )
}
