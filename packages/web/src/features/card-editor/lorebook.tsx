import { LIMITS } from '@everkin/contract/limits.ts'
import { memo, type ReactNode, useRef, useState } from 'react'
import { uploadFile } from '../../api/upload.ts'
import { useText } from '../../i18n/use-text.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/form/form-controls.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import {
  entriesOf,
  entryTitle,
  type LoreEntry,
  readEntry,
  readSettings,
  readsPatternKeys,
  withEntries,
  withEntry,
  withMoved,
  withNewEntry,
  withSettings,
} from './lore-book.ts'
import { LoreBookSettings } from './lore-book-settings.tsx'
import { LoreEntryForm } from './lore-entry-form.tsx'
import { LorebookPreview } from './lorebook-preview.tsx'
import { MoveButtons } from './move-buttons.tsx'
import { AddButton } from './section.tsx'

interface LorebookProps {
  book: unknown
  onChange: (book: unknown) => void
  /** Used for the name of the exported file. */
  name: string
  /** More that can be done with the whole book, beside import and export. */
  actions?: ReactNode
}

const SHOWN_AT_FIRST = 40

/** The lorebook of a card: its entries in order, a box to test them, and an export as a file. */
export const Lorebook = memo(function Lorebook({ book, onChange, name, actions }: LorebookProps) {
  const text = useText()
  const [open, setOpen] = useState<number | null>(null)
  const [added, setAdded] = useState<number | null>(null)
  const [shown, setShown] = useState(SHOWN_AT_FIRST)
  const raw = entriesOf(book)
  const entries = raw.map(readEntry)

  function move(at: number, by: -1 | 1): void {
    onChange(withMoved(book, at, by))
    setAdded(null)
    if (open === at) setOpen(at + by)
    else if (open === at + by) setOpen(at)
  }

  return (
    <div className="stack">
      {entries.length > 0 ? (
        <ol className="lore-list">
          {entries.slice(0, shown).map((entry, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id; they are opened and moved by index
            <li key={at} className={entry.enabled ? 'lore-entry' : 'lore-entry lore-off'}>
              <EntryHead
                entry={entry}
                isOpen={open === at}
                onToggle={() => {
                  setOpen(open === at ? null : at)
                  setAdded(null)
                }}
                tools={
                  <MoveButtons
                    what={titleOf(entry)}
                    at={at}
                    count={entries.length}
                    onMove={(by) => move(at, by)}
                    movesFocus
                  />
                }
              />
              {open === at ? (
                <LoreEntryForm
                  entry={entry}
                  isNew={added === at}
                  readsPatternKeys={readsPatternKeys(raw[at] ?? {})}
                  onChange={(patch) => onChange(withEntry(book, at, patch))}
                  onRemove={() => {
                    setOpen(null)
                    setAdded(null)
                    onChange(withEntries(book, entriesOf(book).toSpliced(at, 1)))
                  }}
                />
              ) : null}
            </li>
          ))}
        </ol>
      ) : null}
      {entries.length > shown ? (
        <Button onClick={() => setShown(shown + 200)}>
          {text('card-editor.lore.more', { count: entries.length - shown })}
        </Button>
      ) : null}
      {entries.length < LIMITS.loreEntries ? (
        <AddButton
          onClick={() => {
            onChange(withNewEntry(book))
            setOpen(entries.length)
            setAdded(entries.length)
            setShown(Math.max(shown, entries.length + 1))
          }}
        >
          {text('card-editor.lore.add')}
        </AddButton>
      ) : null}
      {entries.length > 0 ? <LorebookPreview book={book} entries={entries} name={name} /> : null}
      {entries.length > 0 ? (
        <LoreBookSettings settings={readSettings(book)} onChange={(patch) => onChange(withSettings(book, patch))} />
      ) : null}
      <LoreFile book={book} onChange={onChange} name={name} count={entries.length} actions={actions} />
    </div>
  )

  function titleOf(entry: LoreEntry): string {
    return entryTitle(entry) || text('card-editor.lore.unnamed')
  }
})

interface EntryHeadProps {
  entry: LoreEntry
  isOpen: boolean
  onToggle: () => void
  tools: ReactNode
}

function EntryHead({ entry, isOpen, onToggle, tools }: EntryHeadProps) {
  const text = useText()
  const marks = [
    !entry.enabled && text('card-editor.lore.off'),
    entry.constant && text('card-editor.lore.constant'),
    entry.selective && text('card-editor.lore.selective'),
  ].filter((mark) => typeof mark === 'string')
  return (
    <div className="lore-head">
      <button type="button" className="lore-toggle" aria-expanded={isOpen} onClick={onToggle}>
        <Icon name={isOpen ? 'caret-down' : 'caret-right'} size="small" mirror />
        <span>
          <b dir="auto">{entryTitle(entry) || text('card-editor.lore.unnamed')}</b>
          {marks.length > 0 ? <span className="caption faint">{marks.join(' · ')}</span> : null}
        </span>
      </button>
      {tools}
    </div>
  )
}

function LoreFile({ book, onChange, name, count, actions }: LorebookProps & { count: number }) {
  const text = useText()
  const toasts = useToast()
  const file = useRef<HTMLInputElement>(null)
  const [report, setReport] = useState<string[]>([])

  const { run: read, isBusy } = useMutation(
    async (chosen: File) => {
      const imported = await uploadFile('POST /api/chat.Single/importLorebook', { file: chosen })
      onChange(
        withEntries(book ?? imported.character_book, [...entriesOf(book), ...entriesOf(imported.character_book)]),
      )
      setReport(imported.warnings.map(({ message }) => message))
      toasts.show(text('card-editor.lore.imported', { count: imported.entries }))
    },
    { toastsErrors: true },
  )

  function write(): void {
    const lines = JSON.stringify({ spec: 'lorebook_v3', data: withEntries(book, entriesOf(book)) }, null, 2)
    const safe = name.replace(/[\\/:*?"<>|\p{C}]/gu, ' ').trim()
    saveFile(new Blob([lines], { type: 'application/json' }), `${safe || 'lorebook'}.lorebook.json`)
  }

  return (
    <>
      {report.length > 0 ? <LoreReport lines={report} /> : null}
      <div className="editor-row">
        <Input
          ref={file}
          type="file"
          hidden
          accept=".json,.png,application/json,image/png"
          onChange={({ target }) => {
            const chosen = target.files?.[0]
            if (chosen) void read(chosen)
            target.value = ''
          }}
        />
        <Button busy={isBusy} onClick={() => file.current?.click()}>
          <Icon name="tray-arrow-down" size="small" />
          {text('card-editor.lore.import')}
        </Button>
        {count > 0 ? (
          <Button onClick={write}>
            <Icon name="upload-simple" size="small" />
            {text('card-editor.lore.export')}
          </Button>
        ) : null}
        {actions}
      </div>
    </>
  )
}

/** What a file asks for and replies do not do. */
function LoreReport({ lines }: { lines: string[] }) {
  const text = useText()
  return (
    <div className="lore-test" role="status">
      <b>{text('card-editor.lore.report')}</b>
      <ul className="lore-found small">
        {lines.map((line) => (
          <li key={line} dir="auto">
            {line}
          </li>
        ))}
      </ul>
    </div>
  )
}
