import { lazy, Suspense, useState } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { DropZone } from './drop-zone.tsx'
import { FileRow } from './file-row.tsx'
import { ImportedCardPanel, type ImportLinks } from './imported-card.tsx'
import { LoreDialog } from './lore-dialog.tsx'
import type { MoveInput } from './moving/use-move.ts'
import { SaveAll } from './save-all.tsx'
import { type ImportItem, useImports } from './use-imports.ts'
import './card-files.css'

// Loaded when someone brings a folder or an archive.
const MovingPanel = lazy(() => import('./moving/moving-panel.tsx'))

interface ImportCharactersProps {
  links: ImportLinks
  /** Whether this site lets people publish. */
  canPublish: boolean
}

/** Imports characters from several files; each is shown as it was read before anything is saved. */
export function ImportCharacters({ links, canPublish }: ImportCharactersProps) {
  const text = useText()
  const { items, add, drop, change } = useImports()
  const [chosen, setChosen] = useState<string | null>(null)
  const [adding, setAdding] = useState<string | null>(null)
  const [move, setMove] = useState<MoveInput | null>(null)
  const read = items.filter((item) => item.state.kind === 'card')
  const shown = read.find(({ key }) => key === chosen) ?? read[0]
  const book = items.find(({ key }) => key === adding)
  return (
    <div className="imports">
      <div className="import-files">
        <DropZone onFiles={add} onMove={setMove} />
        {move ? (
          <Suspense fallback={<Spinner label={text('card-files.moving.looking')} />}>
            <MovingPanel input={move} canPublish={canPublish} onClose={() => setMove(null)} />
          </Suspense>
        ) : null}
        <SaveAll items={items} canPublish={canPublish} change={change} />
        <ul aria-label={text('card-files.import.files')}>
          {items.map((item) => (
            <FileRow
              key={item.key}
              item={item}
              isCurrent={item === shown}
              onShow={() => setChosen(item.key)}
              onDrop={() => drop(item.key)}
              onChoose={() => setAdding(item.key)}
            />
          ))}
        </ul>
        <p role="status" className="visually-hidden">
          {items.map(({ file, state }) => statusOf(file.name, state.kind, text('card-files.import.fine'))).join(' ')}
        </p>
      </div>
      {shown ? <SelectedImport key={shown.key} item={shown} links={links} change={change} /> : null}
      {shown || items.length > 0 || move ? null : (
        <p className="import-nothing muted">{text('card-files.import.nothing')}</p>
      )}
      {book?.state.kind === 'book' ? (
        <LoreDialog
          imported={book.state.imported}
          onClose={() => setAdding(null)}
          onAdded={(name) => {
            setAdding(null)
            if (book.state.kind === 'book') change(book.key, { ...book.state, addedTo: name })
          }}
        />
      ) : null}
    </div>
  )
}

/** The announcement for screen readers when a file has been read. */
function statusOf(name: string, kind: ImportItem['state']['kind'], words: string): string {
  return kind === 'card' ? `${name}: ${words}.` : ''
}

interface SelectedImportProps {
  item: ImportItem
  links: ImportLinks
  change: ReturnType<typeof useImports>['change']
}

function SelectedImport({ item: { key, file, state }, links, change }: SelectedImportProps) {
  if (state.kind !== 'card') return null
  const { imported } = state
  return (
    <ImportedCardPanel
      fileName={file.name}
      imported={imported}
      savedAs={state.savedAs}
      links={links}
      onAge={(age) => change(key, { ...state, imported: { ...imported, card: { ...imported.card, age } } })}
      onSaved={(id) => change(key, { ...state, savedAs: id })}
    />
  )
}
