import { LIMITS } from '@everkin/contract/limits.ts'
import { pictureAtWidth } from '@everkin/contract/stored-pictures.ts'
import type { Task } from '@everkin/contract/types.ts'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { errorMessage, isAgeUnknown } from '../../api/api-error.ts'
import { callApi } from '../../api/client.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/use-text.ts'
import { randomUuid } from '../../lib/random-uuid.ts'
import { useWallet } from '../../session/wallet.ts'
import { CardCover } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/form/field-error.tsx'
import { TextArea } from '../../ui/form/text-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { FieldPlace } from './field.tsx'
import { PictureUpload } from './picture-upload.tsx'
import { isAddress } from './preview.tsx'
import { Section } from './section.tsx'
import './portrait.css'

export interface PaintStyle {
  id: string
  name: string
  /** Example picture in this style. */
  cover: string | null
}

interface PortraitSectionProps {
  value: string | null
  onChange: (address: string | null) => void
  name: string
  error: string | null
  styles: PaintStyle[]
  /** Price of one picture, in coins. */
  price: number
  onAgeUnknown: (then: () => void) => void
}

const LOOK_AGAIN_MS = 900

/** The portrait of a character: one of four generated from a description, or an upload. */
export function PortraitSection(props: PortraitSectionProps) {
  const { value, onChange, name, error } = props
  const text = useText()
  const [own, setOwn] = useState<string[]>(isAddress(value) && value ? [value] : [])
  const [failure, setFailure] = useState<string | null>(null)
  const painter = usePainter(props, setFailure)
  // The current portrait of the form is always among the choices, wherever it came from.
  const shown = value && isAddress(value) && !own.includes(value) ? [value, ...own] : own
  const choices = [...new Set([...painter.pictures, ...shown])]

  function take(url: string): void {
    setOwn((before) => [url, ...before])
    onChange(url)
  }

  return (
    <Section title={text('card-editor.portrait.title')} hint={text('card-editor.portrait.hint')}>
      <FieldPlace path="avatar">
        <div className="faces">
          {choices.map((url, at) => (
            <button
              key={url}
              type="button"
              className="face"
              aria-pressed={url === value}
              aria-label={text('card-editor.portrait.option', { index: at + 1 })}
              onClick={() => onChange(url === value ? null : url)}
            >
              <CardCover url={url} id={name} name={name || '·'} sizes="9rem" />
              {url === value ? (
                <span className="face-check">
                  <Icon name="check" size="small" />
                </span>
              ) : null}
            </button>
          ))}
          {painter.waiting.map((at) => (
            <span key={at} className="face face-wait">
              <Ring progress={painter.progress} />
              <span className="caption">
                {text(painter.isQueued ? 'card-editor.portrait.queued' : 'card-editor.portrait.painting')}
              </span>
            </span>
          ))}
          <PictureUpload onUploaded={take} onFailure={setFailure}>
            {(choose, isUploading) => (
              <button type="button" className="face face-add" disabled={isUploading} onClick={choose}>
                <Icon name="plus" />
                <span className="caption">
                  {text(isUploading ? 'card-editor.portrait.uploading' : 'card-editor.portrait.upload')}
                </span>
              </button>
            )}
          </PictureUpload>
        </div>
      </FieldPlace>
      <ImageForm {...props} painter={painter} />
      {(failure ?? error) ? <FieldError>{failure ?? error}</FieldError> : null}
    </Section>
  )
}

type Painter = ReturnType<typeof usePainter>

function ImageForm({ styles, price, painter }: PortraitSectionProps & { painter: Painter }) {
  const coins = useWallet()?.coin_num ?? 0
  const text = useText()
  const [words, setWords] = useState('')
  const [style, setStyle] = useState(styles[0]?.id ?? '')
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would render its own legend */}
      <div className="chips chips-wrap face-styles" role="group" aria-label={text('image-tasks.style')}>
        {styles.map(({ id, name, cover }) => (
          <button key={id} type="button" className="chip" aria-pressed={id === style} onClick={() => setStyle(id)}>
            {cover ? <img src={pictureAtWidth(cover, 96)} alt="" width={32} height={32} loading="lazy" /> : null}
            {name}
          </button>
        ))}
      </div>
      <TextArea
        label={text('card-editor.portrait.words')}
        dir="auto"
        rows={2}
        maxLength={LIMITS.promptLength}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <div className="editor-row editor-row-apart">
        <span className="caption faint">
          {price === 0
            ? text('card-editor.portrait.free')
            : `${text('card-editor.portrait.cost', { count: price * LIMITS.pictureCount })} ${text('card-editor.portrait.have', { coins })}`}
        </span>
        {painter.isBusy ? (
          <Button size="small" onClick={() => void painter.cancel()}>
            <Icon name="stop" size="small" />
            {text('card-editor.wish.stop')}
          </Button>
        ) : (
          <Button size="small" disabled={words.trim() === ''} onClick={() => void painter.paint(words.trim(), style)}>
            <Icon name={painter.pictures.length > 0 ? 'arrow-clockwise' : 'feather'} size="small" />
            {text(painter.pictures.length > 0 ? 'card-editor.portrait.again' : 'card-editor.portrait.paint')}
          </Button>
        )}
      </div>
    </>
  )
}

/** Polls a generation task until it has ended. Progress is reported by the server, never estimated. */
function usePainter({ value, onChange, onAgeUnknown }: PortraitSectionProps, onFailure: (why: string | null) => void) {
  const text = useText()
  const [task, setTask] = useState<Task | null>(null)
  const [earlier, setEarlier] = useState<string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const isBusy = task?.status === 'queued' || task?.status === 'running'
  const pictures = task?.images.map(({ url }) => url) ?? []

  function take(next: Task): void {
    setTask(next)
    const first = next.images[0]
    if (first && !value && next.status === 'succeeded') onChange(first.url)
    if (next.status === 'failed') onFailure(next.error ?? text('errors.internal'))
    clearTimeout(timer.current)
    if (next.status === 'queued' || next.status === 'running')
      timer.current = setTimeout(() => void look(next), LOOK_AGAIN_MS)
  }

  async function look(known: Task): Promise<void> {
    try {
      take(await callApi('GET /api/task/getTaskInfo', { query: { id: known.id } }))
    } catch {
      timer.current = setTimeout(() => void look(known), LOOK_AGAIN_MS * 4) // the task continues on the server
    }
  }

  async function paint(prompt: string, style_id: string): Promise<void> {
    onFailure(null)
    setEarlier([...pictures, ...earlier].slice(0, 8))
    try {
      const body = { kind: 'image' as const, prompt, style_id, count: LIMITS.pictureCount, size: 'portrait' as const }
      take(await callApi('POST /api/task/create', { body: { ...body, idempotency_key: randomUuid() } }))
    } catch (error) {
      if (isAgeUnknown(error)) onAgeUnknown(() => void paint(prompt, style_id))
      else onFailure(errorMessage(error, text))
    }
  }

  async function cancel(): Promise<void> {
    if (!task) return
    try {
      take(await callApi('POST /api/task/cancel', { body: { id: task.id } }))
    } catch (error) {
      onFailure(errorMessage(error, text))
    }
  }

  return {
    isBusy,
    isQueued: task?.status === 'queued',
    progress: task?.progress ?? 0,
    pictures: [...new Set([...pictures, ...earlier])],
    waiting: isBusy ? Array.from({ length: task.count - task.images.length }, (_, at) => at) : [],
    paint,
    cancel,
  }
}

function Ring({ progress }: { progress: number }) {
  const format = useFormat()
  const percent = Math.floor(progress * 100)
  return (
    <span
      className="ring"
      role="progressbar"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      style={{ '--done': progress } as CSSProperties} // a custom property, which the type does not include
    >
      <svg viewBox="0 0 44 44" aria-hidden="true">
        <circle cx="22" cy="22" r="19" />
        <circle cx="22" cy="22" r="19" className="ring-done" pathLength={1} />
      </svg>
      <b className="figures">{format.number(percent)}%</b>
    </span>
  )
}
