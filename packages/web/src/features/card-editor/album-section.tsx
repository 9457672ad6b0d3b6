import { LIMITS } from '@everkin/contract/limits.ts'
import { useRef, useState } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { uploadFile } from '../../api/upload.ts'
import { useText } from '../../i18n/use-text.ts'
import { digitsOf } from '../../lib/coerce.ts'
import { useSession } from '../../session/session.tsx'
import { IconButton } from '../../ui/button.tsx'
import { FieldError } from '../../ui/form/field-error.tsx'
import { Input } from '../../ui/form/form-controls.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { AlbumEntry } from './album-entry.ts'
import { FieldPlace } from './field.tsx'
import { KeysField } from './keys-field.tsx'
import { MoveButtons } from './move-buttons.tsx'
import { AddButton, FoldedSection } from './section.tsx'
import { SwitchLine } from './shelf-section.tsx'
import './album.css'

interface AlbumSectionProps {
  album: AlbumEntry[]
  onChange: (change: (album: AlbumEntry[]) => AlbumEntry[]) => void
  error: string | null
}

const ACCEPTED = 'image/png,image/jpeg,image/webp,image/gif,video/mp4,video/webm'

/**
 * Pictures and videos of a character; each can be locked for coins, and can accompany a reply to certain words. Teens
 * have none (A8).
 */
export function AlbumSection({ album, onChange, error }: AlbumSectionProps) {
  const { person } = useSession()
  const text = useText()
  const chooser = useRef<HTMLInputElement>(null)
  const [uploading, setUploading] = useState<string[]>([])
  const [failures, setFailures] = useState<{ name: string; why: string }[]>([])
  const isFull = album.length + uploading.length >= LIMITS.albumItems

  async function add(files: File[]): Promise<void> {
    setFailures([])
    setUploading((names) => [...names, ...files.map(({ name }) => name)])
    // Sequential: they share one connection, and their order is preserved.
    for (const file of files) {
      try {
        const entry = await upload(file)
        onChange((before) => [...before, entry].slice(0, LIMITS.albumItems))
      } catch (failure) {
        const why = errorMessage(failure, text)
        setFailures((others) => [...others, { name: file.name, why }])
      }
      setUploading((names) => names.slice(1))
    }
  }

  const patch = (at: number, changes: Partial<AlbumEntry>) =>
    onChange((before) => before.map((entry, place) => (place === at ? { ...entry, ...changes } : entry)))
  const move = (at: number, by: -1 | 1) =>
    onChange((before) => {
      const [one, other] = [before[at], before[at + by]]
      return one && other ? before.with(at, other).with(at + by, one) : before
    })

  if (person?.teen) return null
  return (
    <FoldedSection title={text('card-editor.album.title')} hint={text('card-editor.album.hint')}>
      <FieldPlace path="album">
        <div className="stack">
          <ol className="album-list">
            {album.map((entry, at) => (
              <li key={entry.id ?? entry.upload_id} className="album-entry">
                <span className="album-picture">
                  {entry.thumbnail ? <img src={entry.thumbnail} alt="" width={96} height={128} loading="lazy" /> : null}
                  {entry.kind === 'video' ? <Icon name="play-fill" size="small" /> : null}
                </span>
                <EntryFields entry={entry} index={at + 1} onChange={(changes) => patch(at, changes)} />
                <div className="album-tools">
                  <MoveButtons
                    what={text('card-editor.album.item', { index: at + 1 })}
                    at={at}
                    count={album.length}
                    onMove={(by) => move(at, by)}
                  />
                  <IconButton
                    icon="trash"
                    label={text('card-editor.remove', { what: text('card-editor.album.item', { index: at + 1 }) })}
                    onClick={() => onChange((before) => before.toSpliced(at, 1))}
                  />
                </div>
              </li>
            ))}
          </ol>
          <div role="status">
            {uploading.length > 0 ? (
              <p className="small muted">{text('card-editor.album.uploading', { count: uploading.length })}</p>
            ) : null}
          </div>
          {failures.map(({ name, why }) => (
            <p key={name} className="field-error" role="alert">
              <bdi>{name}</bdi>: {why}
            </p>
          ))}
          {error ? <FieldError>{error}</FieldError> : null}
          <Input
            ref={chooser}
            type="file"
            hidden
            multiple
            accept={ACCEPTED}
            onChange={({ target }) => {
              void add([...(target.files ?? [])])
              target.value = ''
            }}
          />
          {isFull ? null : (
            <AddButton onClick={() => chooser.current?.click()}>{text('card-editor.album.add')}</AddButton>
          )}
        </div>
      </FieldPlace>
    </FoldedSection>
  )
}

interface EntryFieldsProps {
  entry: AlbumEntry
  index: number
  onChange: (changes: Partial<AlbumEntry>) => void
}

function EntryFields({ entry, index, onChange }: EntryFieldsProps) {
  const text = useText()
  return (
    <fieldset className="stack album-fields">
      <legend className="visually-hidden">{text('card-editor.album.item', { index })}</legend>
      <TextField
        label={text('card-editor.album.caption')}
        dir="auto"
        maxLength={LIMITS.captionLength}
        value={entry.caption}
        onChange={(event) => onChange({ caption: event.target.value })}
      />
      <SwitchLine
        label={text('card-editor.album.locked')}
        hint={text('card-editor.album.lockedHint')}
        on={entry.locked}
        onChange={(locked) => onChange({ locked })}
      />
      {entry.locked ? (
        <TextField
          label={text('card-editor.album.price')}
          help={text('card-editor.album.priceHint', { max: LIMITS.lockPrice })}
          inputMode="numeric"
          value={entry.price}
          onChange={(event) => {
            const typed = digitsOf(event.target.value)
            onChange({ price: typed === '' ? '' : String(Math.min(LIMITS.lockPrice, Math.max(1, Number(typed)))) })
          }}
        />
      ) : null}
      <KeysField
        label={text('card-editor.album.keys')}
        help={text('card-editor.album.keysHint')}
        keys={entry.keys}
        onChange={(keys) => onChange({ keys: keys.slice(0, LIMITS.albumKeys) })}
      />
    </fieldset>
  )
}

async function upload(file: File): Promise<AlbumEntry> {
  const purpose = file.type.startsWith('video/') ? 'locked_video' : 'locked_image'
  const { id, kind, url, thumbnail } = await uploadFile('POST /api/common/upload', { purpose, file })
  // The creator sees the item itself; the thumbnail is blurred for everyone else.
  const shown = kind === 'image' && url ? url : thumbnail
  return { upload_id: id, kind, thumbnail: shown, locked: true, price: '', caption: '', keys: [] }
}
