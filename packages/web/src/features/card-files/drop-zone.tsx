import { type DragEvent, useState } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Input } from '../../ui/form/form-controls.tsx'
import { Icon } from '../../ui/icon.tsx'

/** Accepts files, dropped or selected. */
export function DropZone({ onFiles }: { onFiles: (files: Iterable<File>) => void }) {
  const text = useText()
  const [isOver, setOver] = useState(false)

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }

  return (
    <section
      aria-label={text('card-files.bring.choose')}
      className={`brought-drop${isOver ? ' brought-over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <span className="brought-window" aria-hidden="true">
        <Icon name="tray-arrow-down" />
      </span>
      <p>
        <strong>{text('card-files.bring.drop')}</strong>
        <span className="small muted">{text('card-files.bring.kinds')}</span>
      </p>
      <label className={buttonClass('quiet')}>
        <Input
          type="file"
          multiple
          accept=".png,.apng,.json,.charx,.jpg,.jpeg,image/png,image/apng,image/jpeg,application/json"
          onChange={(event) => {
            onFiles([...(event.target.files ?? [])])
            // Allows selecting the same file again.
            event.target.value = ''
          }}
        />
        {text('card-files.bring.choose')}
      </label>
    </section>
  )
}
