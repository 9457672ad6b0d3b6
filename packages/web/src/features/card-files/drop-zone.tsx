import { type DragEvent, useState } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Input } from '../../ui/form/form-controls.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { MoveInput } from './moving/use-move.ts'

/** Makes a file input offer folders, in every browser. */
const FOLDERS = { webkitdirectory: '' }

interface DropZoneProps {
  onFiles: (files: Iterable<File>) => void
  /** A folder or an archive that is to move in as a whole. */
  onMove: (input: MoveInput) => void
}

/** Accepts files, folders and archives, dropped or selected. */
export function DropZone({ onFiles, onMove }: DropZoneProps) {
  const text = useText()
  const [isOver, setOver] = useState(false)

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.() ?? null)
    const folder = entries.find((entry) => entry?.isDirectory === true)
    if (folder)
      onMove({ kind: 'folder', folder: folder as FileSystemDirectoryEntry }) // as it says itself
    else take([...event.dataTransfer.files])
  }

  function take(files: File[]) {
    const archive = files.find(({ name, type }) => /\.zip$/i.test(name) || type === 'application/zip')
    if (archive) onMove({ kind: 'zip', file: archive })
    else onFiles(files)
  }

  return (
    <section
      aria-label={text('card-files.import.choose')}
      className={`import-drop${isOver ? ' import-over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <span className="import-window" aria-hidden="true">
        <Icon name="tray-arrow-down" />
      </span>
      <p>
        <strong>{text('card-files.import.drop')}</strong>
        <span className="small muted">{text('card-files.import.kinds')}</span>
        <span className="small muted">{text('card-files.moving.hint')}</span>
      </p>
      <div className="import-actions">
        <label className={buttonClass('quiet')}>
          <Input
            type="file"
            multiple
            accept=".png,.apng,.json,.charx,.jpg,.jpeg,.zip,image/png,image/apng,image/jpeg,application/json"
            onChange={(event) => {
              take([...(event.target.files ?? [])])
              // Allows selecting the same file again.
              event.target.value = ''
            }}
          />
          {text('card-files.import.choose')}
        </label>
        <label className={buttonClass('quiet')}>
          <Input
            type="file"
            multiple
            {...FOLDERS}
            onChange={(event) => {
              const files = [...(event.target.files ?? [])]
              if (files.length > 0) onMove({ kind: 'files', files })
              event.target.value = ''
            }}
          />
          {text('card-files.moving.folder')}
        </label>
      </div>
    </section>
  )
}
