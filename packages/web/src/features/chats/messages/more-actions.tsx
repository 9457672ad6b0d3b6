import type { Message } from '@everkin/contract/types.ts'
import { parseBlocks, plainText } from '@everkin/roleplay-markdown'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useText } from '../../../i18n/use-text.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { IconName } from '../../../ui/icon-names.ts'
import { useToast } from '../../../ui/toast.tsx'
import { useConversation } from '../context/conversation-context.ts'
import { playMessage } from '../voice/now-playing.ts'
import { useReplyPrice } from './reply-price.tsx'
import { useCopyWords } from './use-copy-words.ts'
import './more-actions.css'

// Loaded when first used.
const RegenerateDialog = lazy(async () => ({
  default: (await import('../models/regenerate-dialog.tsx')).RegenerateDialog,
}))

interface MoreActionsProps {
  message: Message
  isNewestReply: boolean
  onEdit: () => void
  onClose: () => void
}

interface Action {
  icon: IconName
  label: string
  /** What it takes. */
  price?: string | null
  isPressed?: boolean
  isDanger?: boolean
  /** Also in the row below the message, so only the sheet lists it. */
  isInRow?: boolean
  run: () => void
}

/** All actions of a message: a sheet of labelled buttons on touch screens, icons in the row of the message elsewhere. */
export function MoreActions({ message, isNewestReply, onEdit, onClose }: MoreActionsProps) {
  const text = useText()
  const [isSheet] = useState(() => window.matchMedia('(hover: none)').matches)
  const [isRegenerating, setRegenerating] = useState(false)
  const actions = useActions(message, { isNewestReply, onEdit, onChooseModel: () => setRegenerating(true) })
  const dialog = isRegenerating ? (
    <Suspense fallback={null}>
      <RegenerateDialog
        message={message}
        onClose={() => {
          setRegenerating(false)
          if (isSheet) onClose()
        }}
      />
    </Suspense>
  ) : null
  if (!isSheet) {
    return (
      <>
        {/* Deleting is furthest from the button that opened the row. */}
        {actions
          .filter(({ isInRow }) => !isInRow)
          .sort((one, other) => Number(other.isDanger ?? false) - Number(one.isDanger ?? false))
          .map(({ icon, label, price, isPressed, run }) => (
            <IconButton
              key={icon}
              icon={icon}
              label={label}
              aria-pressed={isPressed}
              aria-description={price ?? undefined}
              onClick={run}
            />
          ))}
        {dialog}
      </>
    )
  }
  return (
    <>
      <Dialog open={!isRegenerating} onClose={onClose} title={text('shell.actions.options')}>
        <Excerpt message={message} />
        <div className="message-sheet">
          {actions.map((action) => (
            <SheetButton key={action.icon} action={action} onClose={onClose} />
          ))}
        </div>
      </Dialog>
      {dialog}
    </>
  )
}

function SheetButton({ action, onClose }: { action: Action; onClose: () => void }) {
  const { icon, label, price, isDanger, isPressed, run } = action
  return (
    <button
      type="button"
      className={`menu-item${isDanger ? ' menu-item-danger' : ''}`}
      aria-pressed={isPressed}
      aria-description={price ?? undefined}
      onClick={() => {
        // The dialog of models takes the place of the sheet.
        if (icon === 'cpu') return run()
        onClose()
        // After the sheet has given the focus back, so that an editor can take it.
        setTimeout(run)
      }}
    >
      <Icon name={icon} size="small" />
      {label}
      {price ? (
        <span className="reply-price figures" aria-hidden="true">
          {price}
        </span>
      ) : null}
    </button>
  )
}

/** Which message the sheet is about. Its words can be selected here, since a long press on the message opens the sheet. */
function Excerpt({ message }: { message: Message }): ReactNode {
  if (message.text === '') return null
  return (
    <p className="message-sheet-words" dir="auto">
      {plainText(parseBlocks(message.text))}
    </p>
  )
}

interface ActionContext {
  isNewestReply: boolean
  onEdit: () => void
  onChooseModel: () => void
}

function useActions(message: Message, { isNewestReply, onEdit, onChooseModel }: ActionContext): Action[] {
  const text = useText()
  const price = useReplyPrice()
  const copy = useCopyWords()
  const deleteFrom = useDeleteFrom()
  const { chat, warnIfUnsent, report, block, isGuest, showPanel } = useConversation()
  const isCharacter = message.role === 'character'
  const actions: (Action | false)[] = [
    isNewestReply && {
      icon: 'arrow-clockwise',
      label: text('chats.message.regenerate'),
      price,
      isInRow: true,
      run: () => warnIfUnsent(chat.regenerate(message.id)),
    },
    isNewestReply && { icon: 'cpu', label: text('presets.regenerate.action'), price, run: onChooseModel },
    isNewestReply && {
      icon: 'chat-circle-text',
      label: text('chats.message.continue'),
      price,
      run: () => warnIfUnsent(chat.continueReply(message.id)),
    },
    {
      icon: 'copy',
      label: text('shell.actions.copy'),
      isInRow: true,
      run: () => copy(message.text),
    },
    isCharacter &&
      message.text !== '' && {
        icon: 'speaker-high',
        label: text('speech.player.listen'),
        isInRow: true,
        run: () => playMessage({ messageId: message.id, isAutomatic: false }),
      },
    { icon: 'pencil-simple', label: text('chats.message.edit'), run: onEdit },
    {
      icon: 'eye-slash',
      label: text(message.hidden ? 'chats.message.show' : 'chats.message.hide'),
      isPressed: message.hidden === true,
      run: () => warnIfUnsent(chat.hide(message.id, !message.hidden)),
    },
    isCharacter && {
      icon: 'notebook',
      label: text('memory.receipt.title'),
      run: () => showPanel({ kind: 'receipt', messageId: message.id }),
    },
    isCharacter && {
      icon: 'eye',
      label: text('chats.memory.modelSaw'),
      run: () => showPanel({ kind: 'prompt', messageId: message.id }),
    },
    isCharacter && { icon: 'flag', label: text('chats.message.report'), run: () => report(message.id) },
    isCharacter &&
      !isGuest && {
        icon: 'prohibit',
        label: text('blocks.action.character'),
        run: () => block(message.speaker?.card_id ?? chat.snapshot().chat.card.id),
      },
    {
      icon: 'trash',
      label: text('chats.message.deleteFromHere'),
      isDanger: true,
      run: () => deleteFrom(message.id),
    },
  ]
  return actions.filter((action) => action !== false)
}

/** Deletes a message and everything after it at once; the toast brings them back. */
function useDeleteFrom(): (messageId: string) => void {
  const text = useText()
  const toasts = useToast()
  const { chat, warnIfUnsent } = useConversation()
  return (messageId) => {
    const isSent = chat.deleteFrom(messageId)
    warnIfUnsent(isSent)
    if (!isSent) return
    toasts.show(text('chats.message.deleted'), 'done', {
      label: text('shell.actions.undo'),
      run: () => warnIfUnsent(chat.restore(messageId)),
    })
  }
}
