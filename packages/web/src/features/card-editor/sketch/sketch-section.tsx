import { LIMITS } from '@everkin/contract/limits.ts'
import { pictureAtWidth } from '@everkin/contract/stored-pictures.ts'
import type { ReactNode } from 'react'
import { useText } from '../../../i18n/use-text.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/form/field-error.tsx'
import { TextArea } from '../../../ui/form/text-field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { PictureUpload } from '../picture-upload.tsx'
import { isAddress } from '../preview.tsx'
import { FIRST_SEED, type Sketch } from '../single-form.ts'
import type { LiveFace } from './live-painter.ts'
import { Phrases } from './phrases.tsx'
import type { KeptFaces } from './use-kept-faces.ts'
import './sketch.css'

interface SketchSectionProps {
  sketch: Sketch
  onChange: (sketch: Sketch) => void
  face: LiveFace | null
  kept: KeptFaces
  avatar: string | null
  onAvatar: (url: string | null) => void
  onUploadFailure: (why: string | null) => void
  /** Price of a further face, in coins. */
  price: number
  error: string | null
  /** The button that writes the rest from the sentence. */
  children: ReactNode
}

/** One sentence, and the face that draws itself from it in the browser, free of charge. */
export function SketchSection(props: SketchSectionProps) {
  const { sketch, onChange, face, children } = props
  const text = useText()
  const isBlank = sketch.words.trim() === ''
  return (
    <section className="sketch" aria-label={text('sketch.title')}>
      <FaceFrame face={face} isBlank={isBlank} />
      <div className="sketch-side">
        <TextArea
          label={text('card-editor.wish.label')}
          placeholder={text('card-editor.wish.example')}
          dir="auto"
          rows={3}
          value={sketch.words}
          maxLength={LIMITS.promptLength}
          onChange={({ target }) =>
            onChange({ words: target.value, seed: sketch.seed === FIRST_SEED ? newSeed() : sketch.seed })
          }
        />
        {isBlank || !face ? <p className="small muted">{text('sketch.lead')}</p> : <Phrases phrases={face.phrases} />}
        <KeptRow {...props} isBlank={isBlank} />
        {children}
      </div>
    </section>
  )
}

function FaceFrame({ face, isBlank }: Pick<SketchSectionProps, 'face'> & { isBlank: boolean }) {
  const text = useText()
  return (
    <div className="sketch-face">
      <div className={isBlank ? 'sketch-frame sketch-unlit' : 'sketch-frame'}>
        {face?.url ? (
          <img src={face.url} alt={isBlank ? '' : text('sketch.face.alt')} width={600} height={800} />
        ) : null}
        {face && face.url === null ? <p className="small">{text('sketch.face.adults')}</p> : null}
        {face?.url && !isBlank ? <span className="sketch-mark">{text('sketch.face.ai')}</span> : null}
      </div>
    </div>
  )
}

const newSeed = (): string => Math.random().toString(36).slice(2, 10)

function KeptRow(props: SketchSectionProps & { isBlank: boolean }) {
  const { sketch, onChange, face, kept, avatar, onAvatar, price, error, isBlank } = props
  const text = useText()
  const isKept = kept.last !== null && kept.last.words.trim() === sketch.words.trim() && kept.last.seed === sketch.seed
  const problem = kept.failure ?? error
  return (
    <div className="sketch-kept" data-field="avatar">
      {kept.faces.filter(isAddress).map((url, at) => (
        <button
          key={url}
          type="button"
          className="sketch-thumb"
          aria-pressed={url === avatar}
          aria-label={text('sketch.face.option', { index: at + 1 })}
          onClick={() => onAvatar(url === avatar ? null : url)}
        >
          <img src={pictureAtWidth(url, 96)} alt="" width={48} height={64} />
        </button>
      ))}
      <Button size="small" disabled={face?.url === null} onClick={() => onChange({ ...sketch, seed: newSeed() })}>
        <Icon name="arrow-clockwise" size="small" />
        {text('sketch.face.shuffle')}
      </Button>
      {isKept ? (
        <span className="small sketch-done">
          <Icon name="check" size="small" />
          {text('sketch.face.kept')}
        </span>
      ) : isBlank ? null : (
        <Button size="small" busy={kept.isBusy} disabled={!face?.url} onClick={() => void kept.keep()}>
          {kept.isFree || price === 0 ? text('sketch.face.keep') : text('sketch.face.keepFor', { count: price })}
        </Button>
      )}
      <PictureUpload onUploaded={onAvatar} onFailure={props.onUploadFailure}>
        {(choose, isUploading) => (
          <Button size="small" busy={isUploading} onClick={choose}>
            <Icon name="upload-simple" size="small" />
            {text('sketch.face.upload')}
          </Button>
        )}
      </PictureUpload>
      {isKept || isBlank ? null : (
        <p className="caption faint">{text(kept.isFree || price === 0 ? 'sketch.face.free' : 'sketch.face.notFree')}</p>
      )}
      {problem ? <FieldError>{problem}</FieldError> : null}
    </div>
  )
}
