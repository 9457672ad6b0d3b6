import { type DragEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { uploadFile } from '../../api/upload.ts'
import { useText } from '../../i18n/use-text.ts'
import { PersonAvatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldError } from '../../ui/form/field-error.tsx'
import { Input } from '../../ui/form/form-controls.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import { type Chosen, cutSquare, openPicture, placeAfterDrag } from './cut-square.ts'
import './avatar.css'

interface AvatarDialogProps {
  name: string
  avatar: string | null
  onClose: () => void
  /**
   * Saves the URL of the uploaded picture, or null. If it throws, the dialog shows the error and keeps the
   * selection.
   */
  onChosen: (url: string | null) => Promise<void>
}

/**
 * Selects a picture (with a button or by dropping a file), crops it to a square and uploads that; or removes the
 * picture.
 */
export function AvatarDialog({ name, avatar, onClose, onChosen }: AvatarDialogProps) {
  const text = useText()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [place, setPlace] = useState(50)
  useEffect(() => () => chosen?.close(), [chosen])

  async function take(file: File) {
    setError(null)
    try {
      setChosen(await openPicture(file))
      setPlace(50)
    } catch {
      setError(text('personal-data.avatar.unreadable'))
    }
  }

  const keep = useMutation(
    async (find: () => Promise<string | null>) => {
      await onChosen(await find())
      onClose()
    },
    { onError: (thrown) => errorMessage(thrown, text, 'personal-data.avatar.failed') },
  )
  const { isBusy, error, setError } = keep

  return (
    <Dialog
      open
      narrow
      onClose={onClose}
      title={text('personal-data.avatar.title')}
      description={<p className="small">{text('personal-data.avatar.shown')}</p>}
    >
      <PictureDrop
        label={text(chosen || avatar ? 'personal-data.avatar.other' : 'personal-data.avatar.choose')}
        isBusy={isBusy}
        onFile={(file) => void take(file)}
      >
        {chosen ? (
          <Preview chosen={chosen} place={place} onMove={setPlace} />
        ) : (
          <PersonAvatar name={name} url={avatar} size="huge" />
        )}
      </PictureDrop>
      {chosen && chosen.width !== chosen.height ? (
        <PlaceSlider chosen={chosen} place={place} onMove={setPlace} />
      ) : null}
      {error ? <FieldError>{error}</FieldError> : null}
      <div className="dialog-actions">
        {chosen ? (
          <Button
            variant="primary"
            size="large"
            wide
            busy={isBusy}
            onClick={() =>
              void keep.run(async () => {
                const file = await cutSquare(chosen, place)
                return (await uploadFile('POST /api/common/upload', { purpose: 'avatar', file })).url
              })
            }
          >
            {text('shell.actions.save')}
          </Button>
        ) : null}
        {avatar && !chosen ? (
          <Button variant="ghost" size="large" wide busy={isBusy} onClick={() => void keep.run(async () => null)}>
            {text('personal-data.avatar.remove')}
          </Button>
        ) : null}
      </div>
    </Dialog>
  )
}

interface PictureDropProps {
  /** The label of the button that opens a file. */
  label: string
  isBusy: boolean
  onFile: (file: File) => void
  /** What the window shows. */
  children: ReactNode
}

/** Takes a picture file, by its button or by a drop. */
function PictureDrop({ label, isBusy, onFile, children }: PictureDropProps) {
  const text = useText()
  const [isOver, setIsOver] = useState(false)
  const take = (file: File | undefined) => {
    if (file) onFile(file)
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    take(event.dataTransfer.files[0])
  }

  return (
    <section
      aria-label={text('personal-data.avatar.title')}
      className={`avatar-drop${isOver ? ' avatar-over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <span className="avatar-window">{children}</span>
      <label className="button button-quiet button-normal avatar-choose">
        <Input
          type="file"
          accept="image/png,image/jpeg,image/webp,image/gif"
          className="visually-hidden"
          disabled={isBusy}
          onChange={(event) => {
            take(event.target.files?.[0])
            event.target.value = ''
          }}
          data-first-focus
        />
        {label}
      </label>
      <span className="small muted avatar-drop-hint">{text('personal-data.avatar.drop')}</span>
    </section>
  )
}

/** Moves the square along the longer side of the picture. */
function PlaceSlider({ chosen, place, onMove }: PreviewProps) {
  const text = useText()
  return (
    <label className="field">
      {text(chosen.width > chosen.height ? 'personal-data.avatar.across' : 'personal-data.avatar.down')}
      {/* Never mirrored: the slider moves in the direction of the picture in every language. */}
      <Input
        type="range"
        dir="ltr"
        className="avatar-place"
        min={0}
        max={100}
        step="any"
        value={place}
        onChange={(event) => onMove(event.target.valueAsNumber)}
      />
    </label>
  )
}

interface PreviewProps {
  chosen: Chosen
  place: number
  onMove: (place: number) => void
}

/** The square that will be uploaded. It can be dragged; the slider does the same by keyboard. */
function Preview({ chosen, place, onMove }: PreviewProps) {
  const start = useRef<{ at: number; place: number } | null>(null)
  const isWide = chosen.width > chosen.height
  const positionOf = ({ clientX, clientY }: PointerEvent) => (isWide ? clientX : clientY)

  function drag(event: PointerEvent<HTMLImageElement>) {
    if (!start.current) return
    const moved = positionOf(event) - start.current.at
    onMove(placeAfterDrag(chosen, start.current.place, moved, event.currentTarget.clientWidth))
  }

  return (
    <img
      src={chosen.url}
      alt=""
      draggable={false}
      className={`avatar-preview ${isWide ? 'avatar-wide' : 'avatar-tall'}`}
      style={{ objectPosition: `${place}% ${place}%` }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { at: positionOf(event), place }
      }}
      onPointerMove={drag}
      onPointerUp={() => {
        start.current = null
      }}
      onPointerCancel={() => {
        start.current = null
      }}
    />
  )
}
