import { LIMITS } from '@everkin/contract/limits.ts'
import { truncateText } from '@everkin/contract/truncate-text.ts'
import type { Message } from '@everkin/contract/types.ts'
import { parseBlocks, plainText } from '@everkin/roleplay-markdown'
import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import { useText } from '../../../i18n/use-text.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { IconName } from '../../../ui/icon-names.ts'
import { MenuItem } from '../../../ui/popover-menu.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { useConversation } from '../context/conversation-context.ts'
import { canRegenerate } from '../context/participants.tsx'
import { playMessage } from '../voice/now-playing.ts'
import { useReplyPrice } from './reply-price.tsx'
import { useCopyWords } from './use-copy-words.ts'
// The editor opens from here only.
import './message-editor.css'
import './more-actions.css'

interface ActionContext {
  message: Message
  isNewestReply: boolean
  onEdit: () => void
  onChooseModel: () => void
}

interface Action {
  icon: IconName
  label: string
  /** What it takes. */
  price?: string | null
  isPressed?: boolean
  isDanger?: boolean
  /** Also in the row below the newest reply. */
  isInRow?: boolean
  run: () => void
}

/** The entries of a message's menu, without those that are in the row beside its button. */
export function MessageMenu(context: ActionContext) {
  const actions = useActions(context).filter(({ isInRow }) => !(isInRow && context.isNewestReply))
  const entries = useRef<HTMLDivElement>(null)
  // The menu was opened before they were here.
  useEffect(() => entries.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus(), [])
  return (
    <div ref={entries}>
      {actions.map(({ icon, label, price, isDanger, run }) => (
        <Fragment key={icon}>
          {isDanger ? <hr /> : null}
          <MenuItem danger={isDanger} description={price ?? undefined} onSelect={run}>
            <Icon name={icon} size="small" />
            {label}
            <Price price={price} />
          </MenuItem>
        </Fragment>
      ))}
    </div>
  )
}

/** All actions of a message, as a sheet of labelled buttons. */
export function MessageSheet({ onClose, ...context }: ActionContext & { onClose: () => void }) {
  const text = useText()
  const actions = useActions(context)
  return (
    <Dialog open onClose={onClose} title={text('shell.actions.options')}>
      <Excerpt message={context.message} />
      <div className="message-sheet">
        {actions.map((action) => (
          <SheetButton key={action.icon} action={action} onClose={onClose} />
        ))}
      </div>
    </Dialog>
  )
}

function Price({ price }: { price?: string | null | undefined }) {
  if (!price) return null
  return (
    <span className="reply-price figures" aria-hidden="true">
      {price}
    </span>
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
        onClose()
        // After the sheet has given the focus back, so that an editor or another dialog can take it.
        setTimeout(run)
      }}
    >
      <Icon name={icon} size="small" />
      {label}
      <Price price={price} />
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

function useActions({ message, isNewestReply, onEdit, onChooseModel }: ActionContext): Action[] {
  const text = useText()
  const price = useReplyPrice()
  const copy = useCopyWords()
  const deleteFrom = useDeleteFrom()
  const { chat, group, warnIfUnsent, report, block, isGuest, showPanel, variantStep } = useConversation()
  const isCharacter = message.role === 'character'
  const isAnswer = canRegenerate(message, group) && chat.snapshot().streamingId === null
  const actions: (Action | false)[] = [
    isAnswer && {
      icon: 'arrow-clockwise',
      label: text('chats.message.regenerate'),
      price,
      isInRow: true,
      run: () => {
        variantStep.current = { parentId: message.parent_id, step: 1 }
        warnIfUnsent(chat.commands.regenerate(message.id))
      },
    },
    isAnswer && { icon: 'cpu', label: text('presets.regenerate.action'), price, run: onChooseModel },
    isNewestReply && {
      icon: 'chat-circle-text',
      label: text('chats.message.continue'),
      price,
      run: () => warnIfUnsent(chat.commands.continueReply(message.id)),
    },
    message.text !== '' && {
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
      run: () => warnIfUnsent(chat.commands.hide(message.id, !message.hidden)),
    },
    canRemember(message) && {
      icon: 'push-pin',
      label: text('memory.facts.remember'),
      run: () => showPanel({ kind: 'memory', newFact: { messageId: message.id, text: factOf(message.text) } }),
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

/** Nothing is remembered of a message that characters do not see, nor of one that the rules find a crisis in. */
function canRemember({ text, hidden, crisis }: Message): boolean {
  return text !== '' && !hidden && !crisis
}

/** The beginning of a message as a fact: without its markup, up to a whole word. */
function factOf(markup: string): string {
  const words = plainText(parseBlocks(markup)).replace(/\s+/g, ' ').trim()
  if (words.length <= LIMITS.factLength) return words
  const cut = words.slice(0, LIMITS.factLength + 1)
  const wordEnd = cut.lastIndexOf(' ')
  return wordEnd > 0 ? cut.slice(0, wordEnd) : truncateText(words, LIMITS.factLength)
}

/** Deletes a message and everything after it without a question; the toast that says so brings them back. */
function useDeleteFrom(): (messageId: string) => void {
  const text = useText()
  const toasts = useToast()
  const { chat, warnIfUnsent } = useConversation()
  return (messageId) => {
    const isSent = chat.commands.deleteFrom(messageId, () =>
      toasts.show(text('chats.message.deleted'), 'done', {
        label: text('shell.actions.undo'),
        run: () => warnIfUnsent(chat.commands.restore(messageId)),
      }),
    )
    warnIfUnsent(isSent)
    // The button that has the focus goes with the message.
    if (isSent) document.activeElement?.closest<HTMLElement>('[role=log]')?.focus({ preventScroll: true })
  }
}
