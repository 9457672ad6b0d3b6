import type { ApiBody } from '@everkin/contract/api-types.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import type { Task } from '@everkin/contract/types.ts'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { errorMessage, isApiError } from '../../api/api-error.ts'
import { callApi } from '../../api/client.ts'
import { useFormat } from '../../i18n/format.ts'
import { RichText } from '../../i18n/rich-text.tsx'
import { useText } from '../../i18n/use-text.ts'
import { randomUuid } from '../../lib/random-uuid.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Input } from '../../ui/form/form-controls.tsx'
import { TextArea } from '../../ui/form/text-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import { StyleChoice } from './style-choice.tsx'
import type { PictureStyle, PictureTemplate } from './template-grid.tsx'

type Size = Task['size']

const SIZES: readonly Size[] = ['portrait', 'square', 'landscape']
const COUNTS = Array.from({ length: LIMITS.pictureCount }, (_, place) => place + 1)

interface ImageFormProps {
  styles: PictureStyle[]
  /** Initial values. */
  template: PictureTemplate | null
  /** The first prompt where there is no template. */
  initialPrompt: string | null
  /** Price of one picture in coins. */
  price: number
  coins: number
  /** Null while nothing is offered to the reader. */
  shopUrl: string | null
  /** Link to the templates. */
  templates: ReactNode
  /** Shows which words of a prompt the painter knows. */
  renderPhrases?: (prompt: string) => ReactNode
  onCreated: (task: Task) => void
}

/** The form for a picture: prompt, style and number; the button shows the price, with the balance below. */
export function ImageForm({
  styles,
  template,
  initialPrompt,
  price,
  coins,
  shopUrl,
  templates,
  renderPhrases,
  onCreated,
}: ImageFormProps) {
  const text = useText()
  const format = useFormat()
  const [prompt, setPrompt] = useState(template?.prompt ?? initialPrompt ?? '')
  const [style, setStyle] = useState(template?.style_id ?? styles[0]?.id ?? '')
  const [size, setSize] = useState<Size>(template?.size ?? 'portrait')
  const [count, setCount] = useState(1)
  const total = price * count
  const isShort = total > coins
  const request = { prompt, style_id: style, template_id: template?.id ?? null, size, count }
  const { run: create, isBusy, error, setError } = useCreateTask(request, onCreated)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (prompt.trim() === '') setError(text('errors.field.required'))
    else void create()
  }

  return (
    <form className="paint-form" onSubmit={submit}>
      <div className="paint-words">
        <TextArea
          label={text('image-tasks.paint.words')}
          value={prompt}
          onChange={(event) => {
            setPrompt(event.target.value)
            setError(null)
          }}
          rows={3}
          dir="auto"
          maxLength={LIMITS.promptLength}
          placeholder={text('image-tasks.paint.example')}
          error={error}
        />
        <p className="paint-under">
          {templates}
          <span className="caption faint" aria-live="off">
            {format.number(prompt.length)} / {format.number(LIMITS.promptLength)}
          </span>
        </p>
        {prompt.trim() === '' ? null : renderPhrases?.(prompt)}
      </div>
      <StyleChoice styles={styles} value={style} onChange={setStyle} />
      <Choice label={text('image-tasks.paint.shape')} options={SIZES} value={size} onChange={setSize}>
        {(option) => (
          <>
            <i className={`paint-shape paint-shape-${option}`} aria-hidden="true" />
            {text(`image-tasks.size.${option}`)}
          </>
        )}
      </Choice>
      <Choice label={text('image-tasks.paint.howMany')} options={COUNTS} value={count} onChange={setCount}>
        {(option) => (
          <>
            <b>{format.number(option)}</b>
            <small>{text('image-tasks.paint.coins', { count: option * price })}</small>
          </>
        )}
      </Choice>
      <div className="paint-bar">
        <div className="paint-buttons">
          <CreateButton count={count} total={total} isBusy={isBusy} isShort={isShort} />
          {isShort && shopUrl !== null ? (
            <LinkButton variant="primary" size="large" to={shopUrl}>
              {text('image-tasks.paint.getCoins')}
            </LinkButton>
          ) : null}
        </div>
        <p className="caption muted" role={isShort ? 'status' : undefined}>
          <RichText
            text={
              isShort
                ? text('image-tasks.paint.short', { count: total, have: coins })
                : text('image-tasks.paint.balance', { count: price, have: coins })
            }
            tags={{ b: (words) => <b>{words}</b> }}
          />
        </p>
      </div>
    </form>
  )
}

type TaskRequest = Omit<ApiBody<'POST /api/task/create'>, 'kind' | 'idempotency_key'>

/**
 * Creates the task. The same request keeps its idempotency key until the server has responded, so that a retry is never
 * paid for twice. `error` is about the prompt; other errors are shown in a toast.
 */
function useCreateTask(request: TaskRequest, onCreated: (task: Task) => void) {
  const text = useText()
  const toasts = useToast()
  const sent = useRef<{ key: string; body: string } | null>(null)
  return useMutation(
    async () => {
      const body = JSON.stringify(request)
      if (sent.current?.body !== body) sent.current = { key: randomUuid(), body }
      const task = await callApi('POST /api/task/create', {
        body: { kind: 'image', ...request, idempotency_key: sent.current.key },
      })
      sent.current = null
      onCreated(task)
    },
    {
      onError: (thrown) => {
        if (isApiError(thrown, 'SafetyStop') || isApiError(thrown, 'InvalidInput')) return thrown.message
        toasts.show(errorMessage(thrown, text), 'error')
        return null
      },
    },
  )
}

interface CreateButtonProps {
  count: number
  /** In coins. */
  total: number
  isBusy: boolean
  /** Fewer coins are left than it costs. */
  isShort: boolean
}

function CreateButton({ count, total, isBusy, isShort }: CreateButtonProps) {
  const text = useText()
  const format = useFormat()
  return (
    <Button
      type="submit"
      variant={isShort ? 'quiet' : 'primary'}
      size="large"
      busy={isBusy}
      disabled={isShort}
      className="paint-button"
    >
      <span>{text('image-tasks.paint.button', { count })}</span>
      <span className="paint-price">
        <Icon name="coins-fill" size="small" />
        {format.number(total)}
      </span>
    </Button>
  )
}

interface ChoiceProps<Value extends string | number> {
  label: string
  options: readonly Value[]
  value: Value
  onChange: (value: Value) => void
  children: (option: Value) => ReactNode
}

/** A choice between a few tiles over native radio buttons. */
function Choice<Value extends string | number>({ label, options, value, onChange, children }: ChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset className="paint-choice">
      <legend>{label}</legend>
      <div>
        {options.map((option) => (
          <label key={option}>
            <Input type="radio" name={name} checked={option === value} onChange={() => onChange(option)} />
            <span>{children(option)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
