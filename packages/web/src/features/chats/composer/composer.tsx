import { isBlank } from '@everkin/contract/is-blank.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import type { Wallet } from '@everkin/contract/types.ts'
import { type DragEvent, lazy, type RefObject, Suspense, useId, useRef, useState } from 'react'
import { useText } from '../../../i18n/use-text.ts'
import { useSession } from '../../../session/session.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { Input } from '../../../ui/form/form-controls.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useChatSnapshot, useConversation } from '../context/conversation-context.ts'
import { useReplyPrice } from '../messages/reply-price.tsx'
import { MessageField } from './message-field.tsx'
import { NextSpeakerPicker } from './next-speaker-picker.tsx'
import { useMention } from './use-mention.ts'
import type { PictureTray } from './use-picture-tray.ts'
import { useWritingAids, WritingAidButtons, WritingAidPanes } from './writing-aids.tsx'

// Loaded with the first `@`.
const MentionList = lazy(async () => ({ default: (await import('./mention-list.tsx')).MentionList }))

// Loaded with the first picture.
const PictureTrayPane = lazy(async () => ({ default: (await import('./picture-tray.tsx')).PictureTray }))

/** The counter appears once this many characters or fewer are left. */
const COUNTER_THRESHOLD = LIMITS.messageLength - 500

interface ComposerProps {
  field: RefObject<HTMLTextAreaElement | null>
  words: string
  onWords: (words: string) => void
  /** Empties the field; `stored` resolves when the message would survive a reload without its draft. */
  onSent: (stored: Promise<void>) => void
  tray: PictureTray
  /** Whether Enter sends; otherwise it inserts a line break (phones). */
  sendsOnEnter: boolean
  wallet: Wallet | null
  /** In place of what is left of the wallet. */
  note: string | null
}

/** The message field with its actions. A text that cannot be sent stays in the field, with the reason. */
export function Composer({ field, words, onWords, onSent, tray, sendsOnEnter, wallet, note }: ComposerProps) {
  const { chat, group, warnIfUnsent, isGuest } = useConversation()
  const { person } = useSession()
  const text = useText()
  const { streamingId } = useChatSnapshot(chat)
  const errorId = useId()
  const [isFull, setFull] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const mention = useMention(field, words, onWords, group)
  const aids = useWritingAids()
  const file = useRef<HTMLInputElement>(null)
  const chooseFiles = () => file.current?.click()
  // Teens cannot upload (A8).
  const takesPictures = !isGuest && !person?.teen
  const drop = useDrop(tray, takesPictures)

  const excess = words.length - LIMITS.messageLength
  const hasPictures = tray.pictures.length > 0
  const canSend = (!isBlank(words) || hasPictures) && tray.isReady && excess <= 0
  const stops = streamingId !== null && words === '' && !hasPictures
  const error =
    excess > 0 ? text('errors.field.tooLong', { count: excess }) : isFull ? text('chats.composer.full') : null

  function send() {
    if (!canSend) return
    field.current?.focus()
    const pictures = tray.pictures.flatMap(({ uploaded }) => uploaded ?? [])
    const queued = chat.send(isBlank(words) ? '' : words, { speakCardId: chosen ?? undefined, pictures })
    setFull(queued === null)
    if (!queued) return
    onSent(queued.stored)
    tray.clear()
    setChosen(null)
  }

  return (
    <div className="dock" {...drop.handlers}>
      {drop.isOver ? <p className="dock-drop">{text('chats.pictures.drop')}</p> : null}
      {error ? (
        <p className="dock-error" id={errorId} role="alert">
          {error}
        </p>
      ) : null}
      <WritingAidPanes aids={aids} field={field} words={words} onWords={onWords} />
      {tray.isOpen ? (
        <Suspense fallback={null}>
          <PictureTrayPane tray={tray} onChoose={chooseFiles} />
        </Suspense>
      ) : null}
      {group ? (
        <NextSpeakerPicker group={group} chosen={chosen} onChoose={setChosen} hasWords={!isBlank(words)} />
      ) : null}
      <form
        className="composer"
        onSubmit={(event) => {
          event.preventDefault()
          if (stops) warnIfUnsent(chat.commands.stop())
          else send()
        }}
      >
        {mention.choice ? (
          <Suspense fallback={null}>
            <MentionList choice={mention.choice} />
          </Suspense>
        ) : null}
        <MessageField
          field={field}
          words={words}
          onWords={onWords}
          mention={mention}
          sendsOnEnter={sendsOnEnter}
          onSend={send}
          onFiles={(files) => takesPictures && tray.addFiles(files)}
          errorId={error ? errorId : undefined}
        />
        <Input
          ref={file}
          type="file"
          hidden
          multiple
          accept="image/png,image/jpeg,image/webp,image/gif"
          onChange={({ target }) => {
            tray.addFiles(target.files ?? [])
            target.value = ''
            field.current?.focus()
          }}
        />
        {takesPictures ? <PictureButton tray={tray} onChoose={chooseFiles} /> : null}
        {isGuest ? null : <WritingAidButtons aids={aids} />}
        <SendButton stops={stops} canSend={canSend} />
      </form>
      <p className="dock-note">
        {words.length >= COUNTER_THRESHOLD ? (
          <span className="figures">
            {text('chats.composer.used', { used: words.length, total: LIMITS.messageLength })}
          </span>
        ) : (
          (note ?? <MessageAllowance wallet={wallet} />)
        )}
      </p>
    </div>
  )
}

function PictureButton({ tray, onChoose }: { tray: PictureTray; onChoose: () => void }) {
  const text = useText()
  return (
    <IconButton
      icon="image"
      label={text('chats.pictures.add')}
      aria-expanded={tray.isOpen}
      onClick={() => {
        // On touch screens the tray offers the camera beside the files.
        if (window.matchMedia('(pointer: coarse)').matches) tray.setOpen(!tray.isOpen || tray.pictures.length > 0)
        else onChoose()
      }}
    />
  )
}

/** Sends the message, or stops the reply that is being written while there is none. */
function SendButton({ stops, canSend }: { stops: boolean; canSend: boolean }) {
  const text = useText()
  const price = useReplyPrice()
  if (stops)
    return (
      <button type="submit" className="composer-send composer-stop" aria-label={text('chats.composer.stop')}>
        <Icon name="stop-fill" size="small" />
      </button>
    )
  return (
    <button
      type="submit"
      className="composer-send"
      aria-label={text('chats.composer.send')}
      aria-description={price ?? undefined}
      // `disabled` would lose the focus when “Stop” becomes “Send”.
      aria-disabled={!canSend}
    >
      <Icon name="paper-plane-right-fill" size="small" mirror />
    </button>
  )
}

/** Takes pictures that are dropped on the composer. */
function useDrop(tray: PictureTray, isAllowed: boolean) {
  const [isOver, setOver] = useState(false)
  const hasFiles = (event: DragEvent) => isAllowed && event.dataTransfer.types.includes('Files')
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false)
      if (!hasFiles(event)) return
      event.preventDefault()
      tray.addFiles(event.dataTransfer.files)
    },
  }
  return { isOver, handlers }
}

/** What sending takes, and what is left. */
function MessageAllowance({ wallet }: { wallet: Wallet | null }) {
  const text = useText()
  const { isCounted, settings } = useConversation()
  if (!wallet || !isCounted) return null
  return (
    <>
      <span className="figures">{text('chats.allowance.uses', { count: settings.message_price })}</span>
      {' · '}
      <span className="figures">{text('chats.allowance.left', { count: wallet.message_num })}</span>
    </>
  )
}
