import type { Scene, Wallet } from '@everkin/contract/types.ts'
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useText } from '../../../i18n/use-text.ts'
import { useDeviceSettings } from '../../../lib/device-settings.ts'
import { isComposing } from '../../../lib/is-composing.ts'
import { roomClass } from '../../../ui/room.ts'
import { Composer } from '../composer/composer.tsx'
import { useDraft } from '../composer/use-draft.ts'
import { usePictureTray } from '../composer/use-picture-tray.ts'
import { useChatSnapshot, useConversation } from '../context/conversation-context.ts'
import type { Participants } from '../context/participants.tsx'
import { MessageList } from '../messages/message-list.tsx'
import type { OpenChat } from '../realtime/open-chat.ts'
import type { OutboxItem } from '../realtime/outbox-store.ts'
import type { RealtimeChats } from '../realtime/realtime-chats.ts'
import { ChatHeader, DeletedChat } from './chat-header.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { ReplyAnnouncer } from './reply-announcer.tsx'

// Loaded when first used.
const MissingModel = lazy(async () => ({ default: (await import('../models/missing-model.tsx')).MissingModel }))
const ReadAloud = lazy(async () => ({ default: (await import('../voice/read-aloud.tsx')).ReadAloud }))

export interface ChatPaneProps {
  chat: OpenChat
  live: RealtimeChats | null
  /** Where the character or group is met. */
  scene: Scene | null
  /** Null in a conversation with one character. */
  group: Participants | null
  wallet: Wallet | null
  sendsOnEnter: boolean
  onRestart: () => void
  onInvite?: () => void
  onPin: (on: boolean) => void
  onDelete: () => void
  onRestore: () => void
  onSignIn: () => void
  /** What a guest sees at the composer, or in its place; null for an account. */
  guest: { note: string; dock: ReactNode } | null
}

/** The head of a chat, its messages and the composer. */
export function ChatPane(props: ChatPaneProps) {
  const { chat, live, wallet, sendsOnEnter, scene, group } = props
  const snapshot = useChatSnapshot(chat)
  const { settings } = useConversation()
  const field = useRef<HTMLTextAreaElement>(null)
  const { readAloud } = useDeviceSettings()
  const { words, change: setWords, clearWhenStored } = useDraft(live?.drafts ?? null, chat.chatId)
  const tray = usePictureTray()
  const [isHeadOpen, setHeadOpen] = useState(true)
  const onKeyDown = useStopOnEscape(chat)

  const editOutgoing = ({ text: old, pictures }: OutboxItem) => {
    setWords([words, old].filter((part) => part !== '').join('\n'))
    tray.restore(pictures ?? [])
    field.current?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc stops the reply wherever the focus is
    <div
      className={`pane-chat ${group ? 'pane-group' : ''} ${roomClass(scene)}`}
      data-head={isHeadOpen ? undefined : 'small'}
      onKeyDown={onKeyDown}
      onFocus={() => {
        // Beside a keyboard on the screen, the lines need the space.
        if (document.activeElement === field.current && window.matchMedia('(hover: none)').matches) setHeadOpen(false)
      }}
    >
      <ChatHeader
        chat={snapshot.chat}
        scene={scene}
        onRestart={props.onRestart}
        onInvite={props.onInvite}
        onPin={props.onPin}
        onDelete={props.onDelete}
      />
      {settings.model_missing ? (
        <Suspense fallback={null}>
          <MissingModel />
        </Suspense>
      ) : null}
      <ConnectionBanner socket={live?.socket ?? null} onSignIn={props.onSignIn} />
      <MessageList onEditOutgoing={editOutgoing} onHeadOpen={setHeadOpen} />
      <ReplyAnnouncer />
      {readAloud ? (
        <Suspense fallback={null}>
          <ReadAloud words={words} />
        </Suspense>
      ) : null}
      <Dock chat={chat} guestDock={props.guest?.dock ?? null} onRestore={props.onRestore}>
        <Composer
          note={props.guest?.note ?? null}
          field={field}
          words={words}
          onWords={setWords}
          onSent={clearWhenStored}
          tray={tray}
          sendsOnEnter={sendsOnEnter}
          wallet={wallet}
        />
      </Dock>
    </div>
  )
}

/** Esc stops the reply. One that has not begun is stopped at its first word. */
function useStopOnEscape(chat: OpenChat): (event: KeyboardEvent<HTMLElement>) => void {
  const { streamingId, awaitingReply } = useChatSnapshot(chat)
  const stopAtFirstWord = useRef(false)
  useEffect(() => {
    if (streamingId === null && awaitingReply) return
    if (streamingId !== null && stopAtFirstWord.current) chat.commands.stop()
    stopAtFirstWord.current = false
  }, [chat, streamingId, awaitingReply])

  return (event) => {
    // Esc in a dialog or a menu only closes that.
    const isElsewhere = event.target instanceof Element && event.target.closest('dialog, [popover]') !== null
    if (event.key !== 'Escape' || isElsewhere || isComposing(event)) return
    if (streamingId !== null) chat.commands.stop()
    else stopAtFirstWord.current = awaitingReply
  }
}

interface DockProps {
  chat: OpenChat
  guestDock: ReactNode
  onRestore: () => void
  /** The composer. */
  children: ReactNode
}

/** The end of the pane: the composer, or why nothing can be written. */
function Dock({ chat, guestDock, onRestore, children }: DockProps) {
  const text = useText()
  const { links } = useConversation()
  const snapshot = useChatSnapshot(chat)
  if (snapshot.deleted) return <DeletedChat onRestore={onRestore} />
  if (snapshot.chat.closed)
    return (
      <p className="dock dock-closed">
        {text(snapshot.chat.blocked ? 'errors.chatBlocked' : 'errors.chatClosed')}
        {snapshot.chat.blocked ? (
          <Link className="text-button" to={links.blocks}>
            {text('blocks.chat.manage')}
          </Link>
        ) : null}
      </p>
    )
  return guestDock ? guestDock : children
}
