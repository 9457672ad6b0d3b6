import type { Task } from '@everkin/contract/types.ts'
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { callApi } from '../../api/client.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { useText } from '../../i18n/use-text.ts'
import { useBackToClose } from '../../lib/back-to-close.ts'
import { AiContentLabel } from '../../ui/ai-content-label.tsx'
import { Button, buttonClass, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import './lightbox.css'

const SWIPE_PX = 48

interface LightboxProps {
  task: Task
  imageId: string
  styleName: string
  /** Further actions for a picture, beside saving it. */
  actions: (imageId: string) => ReactNode
  onShow: (imageId: string) => void
  onDeleted: (imageId: string) => void
  onClose: () => void
}

/** The pictures of a task one at a time, dark in both themes. Arrow keys and swipes navigate, Esc closes. */
export function Lightbox({ task, imageId, styleName, actions, onShow, onDeleted, onClose }: LightboxProps) {
  const text = useText()
  const ref = useModal()
  const [isAsking, setIsAsking] = useState(false)
  const place = Math.max(
    0,
    task.images.findIndex(({ id }) => id === imageId),
  )
  const image = task.images[place]
  useBackToClose(true, onClose)

  // A button that was disabled or removed under the focus would keep the arrow keys from working.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each picture, and once the question is answered
  useEffect(() => {
    const focused = document.activeElement
    if (focused === null || focused === document.body || focused.matches(':disabled'))
      ref.current?.querySelector<HTMLElement>('[data-first-focus]')?.focus()
  }, [imageId, isAsking])

  function step(by: number) {
    const next = task.images[place + by]
    setIsAsking(false)
    if (next) onShow(next.id)
  }
  const swipe = useSwipe(step)
  const { run: remove } = useMutation(
    async () => {
      await callApi('POST /api/task/deleteImage', { body: { id: task.id, image_id: imageId } })
      const next = task.images[place + 1] ?? task.images[place - 1]
      setIsAsking(false)
      onDeleted(imageId)
      if (next) onShow(next.id)
      else onClose()
    },
    { toastsErrors: true },
  )

  if (!image) return null
  const number = { number: place + 1, count: task.images.length }
  const isAlone = task.images.length === 1
  return (
    <dialog
      ref={ref}
      className="lightbox"
      aria-label={text('image-tasks.box.place', number)}
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') step(directionOf(event.currentTarget))
        if (event.key === 'ArrowLeft') step(-directionOf(event.currentTarget))
      }}
      onCancel={(event) => {
        event.preventDefault()
        if (isAsking) setIsAsking(false)
        else onClose()
      }}
      // The browser closes it at a second Esc, whatever `onCancel` does.
      onClose={onClose}
    >
      <header>
        <span className="small" aria-live="polite">
          {text('image-tasks.box.place', number)}
        </span>
        <span>
          <IconButton icon="trash" label={text('image-tasks.box.delete')} onClick={() => setIsAsking(true)} />
          <IconButton icon="x" label={text('shell.actions.close')} onClick={onClose} data-first-focus />
        </span>
      </header>
      <div className={isAlone ? 'lightbox-stage lightbox-alone' : 'lightbox-stage'} {...swipe}>
        {isAlone ? null : (
          <Step
            icon="caret-left"
            label={text('image-tasks.box.previous')}
            isOff={place === 0}
            onStep={() => step(-1)}
          />
        )}
        <figure>
          <img
            src={image.url}
            alt={text('image-tasks.box.alt', { words: task.prompt })}
            width={image.width}
            height={image.height}
            draggable={false}
          />
          <AiContentLabel kind="image" />
        </figure>
        {isAlone ? null : (
          <Step
            icon="caret-right"
            label={text('image-tasks.box.next')}
            isOff={place === task.images.length - 1}
            onStep={() => step(1)}
          />
        )}
      </div>
      <footer>
        {isAsking ? (
          <DeleteQuestion onKeep={() => setIsAsking(false)} onDelete={() => void remove()} />
        ) : (
          <PictureFacts task={task} image={image} styleName={styleName} actions={actions(image.id)} />
        )}
      </footer>
    </dialog>
  )
}

function DeleteQuestion({ onKeep, onDelete }: { onKeep: () => void; onDelete: () => void }) {
  const text = useText()
  return (
    <div className="lightbox-ask" role="alert">
      <p className="small">{text('image-tasks.box.sure')}</p>
      <Button onClick={onKeep}>{text('image-tasks.box.keep')}</Button>
      <Button variant="danger" onClick={onDelete}>
        {text('image-tasks.box.deleteNow')}
      </Button>
    </div>
  )
}

interface PictureFactsProps {
  task: Task
  image: Task['images'][number]
  styleName: string
  actions: ReactNode
}

function PictureFacts({ task, image, styleName, actions }: PictureFactsProps) {
  const text = useText()
  return (
    <>
      <p className="small muted" dir="auto">
        {task.prompt}
      </p>
      <p className="caption faint">
        {styleName} · {text(`image-tasks.size.${task.size}`)} · <LocalTime iso={task.created_at} as="dateTime" />
      </p>
      <p className="caption faint">{text('image-tasks.box.marked')}</p>
      <div className="lightbox-actions">
        {actions}
        <a className={buttonClass('quiet')} href={image.url} download={`everkin-${image.id.slice(0, 8)}.webp`}>
          <Icon name="download-simple" size="small" />
          {text('image-tasks.box.download')}
        </a>
      </div>
    </>
  )
}

interface StepProps {
  icon: 'caret-left' | 'caret-right'
  label: string
  isOff: boolean
  onStep: () => void
}

function Step({ icon, label, isOff, onStep }: StepProps) {
  return (
    <button type="button" className="icon-button lightbox-step" aria-label={label} disabled={isOff} onClick={onStep}>
      <Icon name={icon} mirror />
    </button>
  )
}

/** Opens the dialog as a modal one with its first focus. When it closes, the focus returns to where it was. */
function useModal() {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const opener = document.activeElement
    dialog.showModal()
    dialog.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    return () => {
      dialog.close()
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return ref
}

/** Handlers of the element that is swiped; `step` gets 1 for the next picture, -1 for the one before. */
function useSwipe(step: (by: number) => void) {
  const startX = useRef<number | null>(null)
  return {
    onPointerDown: (event: PointerEvent) => {
      startX.current = event.clientX
    },
    onPointerUp: ({ clientX, currentTarget }: PointerEvent) => {
      const from = startX.current
      startX.current = null
      if (from === null || Math.abs(clientX - from) < SWIPE_PX) return
      step(clientX < from ? directionOf(currentTarget) : -directionOf(currentTarget))
    },
    onPointerCancel: () => {
      startX.current = null
    },
  }
}

/** 1 in left-to-right languages, where the next picture is on the right; -1 in the others. */
function directionOf(element: Element): 1 | -1 {
  return getComputedStyle(element).direction === 'rtl' ? -1 : 1
}
