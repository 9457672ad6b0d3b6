import { LIMITS } from '@everkin/contract/limits.ts'
import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '../../../api/api-error.ts'
import { callApi } from '../../../api/client.ts'
import { uploadFile } from '../../../api/upload.ts'
import { useText } from '../../../i18n/use-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/form/form-controls.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useConversation } from '../context/conversation-context.ts'
import type { PictureTray as Tray, TrayPicture } from './use-picture-tray.ts'
import './picture-tray.css'

interface PictureTrayProps {
  tray: Tray
  /** Opens the file picker. */
  onChoose: () => void
}

/**
 * The pictures to send with their progress. They are uploaded at once, one after the other, because the server takes
 * few uploads of a person at a time; they are sent only with the message.
 */
export function PictureTray({ tray, onChoose }: PictureTrayProps) {
  const text = useText()
  const camera = useRef<HTMLInputElement>(null)
  const { pictures } = tray
  const isFull = pictures.length >= LIMITS.messagePictures
  const next = pictures.find(isWaiting)
  // A camera of its own is offered where the file picker of the system may not have one.
  const hasCamera = window.matchMedia('(pointer: coarse)').matches
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form
    <div className="picture-tray" role="group" aria-label={text('chats.pictures.tray')}>
      {pictures.length > 0 ? (
        <ul className="picture-tray-list">
          {pictures.map((picture, index) => (
            <PictureItem key={picture.key} picture={picture} isNext={picture === next} number={index + 1} tray={tray} />
          ))}
        </ul>
      ) : null}
      {hasCamera && !isFull ? (
        <div className="picture-tray-choices">
          <Button size="small" onClick={() => camera.current?.click()}>
            <Icon name="camera" size="small" />
            {text('chats.pictures.camera')}
          </Button>
          <Button size="small" onClick={onChoose}>
            <Icon name="image" size="small" />
            {text('chats.pictures.choose')}
          </Button>
          <Input
            ref={camera}
            type="file"
            hidden
            accept="image/*"
            capture="environment"
            onChange={({ target }) => {
              tray.addFiles(target.files ?? [])
              target.value = ''
            }}
          />
        </div>
      ) : null}
      {tray.isFull ? (
        <p className="picture-tray-note" role="alert">
          {text('chats.pictures.tooMany', { count: LIMITS.messagePictures })}
        </p>
      ) : null}
      <SightNote />
    </div>
  )
}

/** What becomes of pictures with the model of this chat; nothing where it sees them itself. */
function SightNote() {
  const text = useText()
  const { chat, name } = useConversation()
  const [sight, setSight] = useState<'seen' | 'described' | 'unseen'>('seen')
  const { chatId } = chat
  useEffect(() => {
    let isGone = false
    callApi('GET /api/chat/info', { query: { chat_id: chatId } }).then(
      ({ settings }) => isGone || setSight(settings.pictures),
      () => undefined, // without a connection nothing can be uploaded either
    )
    return () => {
      isGone = true
    }
  }, [chatId])
  if (sight === 'seen') return null
  return (
    <p className="picture-tray-note">
      <Icon name={sight === 'unseen' ? 'eye-slash' : 'info'} size="small" />
      {text(`chats.pictures.${sight}`, { name })}
    </p>
  )
}

const isWaiting = ({ uploaded, failure }: TrayPicture): boolean => uploaded === null && failure === null

interface PictureItemProps {
  picture: TrayPicture
  /** Whether it is this one's turn to be uploaded. */
  isNext: boolean
  number: number
  tray: Tray
}

function PictureItem({ picture, isNext, number, tray }: PictureItemProps) {
  const text = useText()
  const { key, file, preview, failure } = picture
  const [share, setShare] = useState(0)
  const { update } = tray
  useEffect(() => {
    if (!isNext || !file) return
    const ending = new AbortController()
    const options = { signal: ending.signal, onSent: setShare }
    uploadFile('POST /api/common/upload', { purpose: 'chat', file, poster: undefined }, options).then(
      ({ id, thumbnail }) => update(key, { uploaded: { id, thumbnail } }),
      (error: unknown) => ending.signal.aborted || update(key, { failure: errorMessage(error, text) }),
    )
    return () => ending.abort()
  }, [isNext, file, key, update, text])

  return (
    <li className="picture-tray-item" data-failed={failure !== null || undefined}>
      <img src={preview} alt={text('chats.pictures.own')} />
      {isWaiting(picture) ? (
        <progress
          value={share < 1 ? share : undefined}
          max={1}
          aria-label={text('chats.pictures.uploading', { number })}
        />
      ) : null}
      <button
        type="button"
        className="picture-tray-remove"
        aria-label={text('chats.pictures.remove', { number })}
        title={text('chats.pictures.remove', { number })}
        onClick={() => tray.remove(key)}
      >
        <Icon name="x" size="tiny" />
      </button>
      {failure !== null ? (
        <p className="picture-tray-failure" role="alert">
          {failure}{' '}
          <button type="button" className="text-button" onClick={() => update(key, { failure: null })}>
            {text('shell.actions.retry')}
          </button>
        </p>
      ) : null}
    </li>
  )
}
