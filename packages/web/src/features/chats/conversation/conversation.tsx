import { errorNameOf } from '@everkin/contract/errors.ts'
import type { Message, Scene, Wallet } from '@everkin/contract/types.ts'
import { parseBlocks, plainText } from '@everkin/roleplay-markdown'
import {
  type KeyboardEvent,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Link, useNavigate } from 'react-router'
import { errorData } from '../../../api/api-error.ts'
import { useText } from '../../../i18n/use-text.ts'
import { useDeviceSettings } from '../../../lib/device-settings.ts'
import { isComposing } from '../../../lib/is-composing.ts'
import { roomClass } from '../../../ui/room.ts'
import { useToast } from '../../../ui/toast.tsx'
import { Composer } from '../composer/composer.tsx'
import { useDraft } from '../composer/use-draft.ts'
import { usePictureTray } from '../composer/use-picture-tray.ts'
import {
  type ChatLinks,
  type ChatSettings,
  type Conversation,
  ConversationContext,
  type Panel,
  useChatSnapshot,
  useConversation,
} from '../context/conversation-context.ts'
import type { Participants } from '../context/participants.tsx'
import { useJumpToMessage } from '../context/use-jump-to-message.ts'
import { MessageList } from '../messages/message-list.tsx'
import { useIsSlow } from '../messages/reply-status.tsx'
import { useMessage } from '../messages/use-message.ts'
import { useSharedSettings } from '../models/use-shared-settings.ts'
import { messageIdOf } from '../realtime/message-path.ts'
import type { OpenChat } from '../realtime/open-chat.ts'
import type { OutboxItem } from '../realtime/outbox-store.ts'
import type { RealtimeChats } from '../realtime/realtime-chats.ts'
import groupStyles from '../styles/group.css?url'
import { type AboutCard, AboutPane } from './about-pane.tsx'
import { ChatHeader, DeletedChat } from './chat-header.tsx'
import { ChatPanel } from './chat-panel.tsx'
import { ConnectionBanner } from './connection-banner.tsx'

// Loaded when first used.
const MissingModel = lazy(async () => ({ default: (await import('../models/missing-model.tsx')).MissingModel }))
const ReadAloud = lazy(async () => ({ default: (await import('../voice/read-aloud.tsx')).ReadAloud }))

interface ConversationPaneProps {
  chat: OpenChat
  live: RealtimeChats | null
  /** Settings of the chat with which the page was rendered. */
  settings: ChatSettings
  links: ChatLinks
  about: AboutCard | null
  /** Where the character or group is met. */
  scene: Scene | null
  /** Null in a conversation with one character. */
  group: Participants | null
  wallet: Wallet | null
  transcription?: Conversation['transcription']
  sendsOnEnter: boolean
  onReport: (id: string, kind?: 'message' | 'image') => void
  onBlock: (cardId: string) => void
  /** Null if no check-in is available. */
  onCheckin: (() => void) | null
  onRestart: () => void
  onInvite?: () => void
  onPin: (on: boolean) => void
  onDelete: () => void
  onRestore: () => void
  onSignIn: () => void
  /** What a guest sees at the composer, or in its place; null for an account. */
  guest: { note: string; dock: ReactNode } | null
  /** Sequence number of the message to start at; null for the end. */
  at: number | null
  /** Called when the server requires an age first: ask for it, then run `then`. */
  onAgeUnknown: (then: () => void) => void
}

/** One conversation with its third pane: an open panel, or else information about the card. */
export function ConversationPanes(props: ConversationPaneProps): ReactNode {
  const { chat, live, links, about, group, transcription = null, onReport, onBlock, onCheckin } = props
  const text = useText()
  const toasts = useToast()
  const snapshot = useChatSnapshot(chat)
  const [panel, setPanel] = useState<Panel | null>(null)
  const variantStep: Conversation['variantStep'] = useRef(null)
  const name = snapshot.chat.card.name
  const isGuest = props.guest !== null

  const warnIfUnsent = useCallback(
    (sent: boolean) => {
      if (!sent) toasts.show(text('chats.message.offline'), 'info')
    },
    [toasts, text],
  )
  const { target, goTo } = useJumpToMessage(chat, warnIfUnsent)
  useInitialMessage(chat, props.at, goTo)
  const { settings, changeSettings } = useSharedSettings(chat, props.settings)
  const isCounted = settings.message_price > 0 && props.wallet?.unlimited_messages !== true
  const conversation = useMemo<Conversation>(
    () => ({
      chat,
      settings,
      changeSettings,
      name,
      group,
      links,
      variantStep,
      warnIfUnsent,
      report: onReport,
      block: onBlock,
      isGuest,
      isCounted,
      transcription,
      openCheckin: onCheckin,
      showPanel: setPanel,
      target,
      goTo,
    }),
    [
      chat,
      settings,
      changeSettings,
      name,
      group,
      links,
      warnIfUnsent,
      isGuest,
      isCounted,
      transcription,
      onReport,
      onBlock,
      onCheckin,
      target,
      goTo,
    ],
  )
  useErrorToasts(chat, links.price)
  useAgePrompt(chat, props.onAgeUnknown)

  return (
    <ConversationContext value={conversation}>
      {/* Not loaded for chats with a single character. */}
      {group ? <link rel="stylesheet" href={groupStyles} precedence="default" /> : null}
      <ChatPane {...props} live={live} />
      {panel ? <ChatPanel panel={panel} chatId={chat.chatId} onClose={() => setPanel(null)} /> : null}
      {about && (panel === null || panel.kind === 'reading') ? (
        <AboutPane card={about} onRestart={props.onRestart} onDelete={props.onDelete} />
      ) : null}
    </ConversationContext>
  )
}

function ChatPane(props: ConversationPaneProps) {
  const { chat, live, links, wallet, sendsOnEnter, scene, group } = props
  const text = useText()
  const snapshot = useChatSnapshot(chat)
  const { settings } = useConversation()
  const field = useRef<HTMLTextAreaElement>(null)
  const { readAloud } = useDeviceSettings()
  const { words, change: setWords, clearWhenStored } = useDraft(live?.drafts ?? null, chat.chatId)
  const tray = usePictureTray()
  const [isHeadOpen, setHeadOpen] = useState(true)

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    // Esc in a dialog or a menu only closes that.
    const isElsewhere = event.target instanceof Element && event.target.closest('dialog, [popover]') !== null
    if (event.key !== 'Escape' || isElsewhere || isComposing(event)) return
    if (snapshot.streamingId !== null) chat.commands.stop()
    else stopAtFirstWord.current = snapshot.awaitingReply
  }

  // A reply that was stopped before it began is stopped at its first word.
  const stopAtFirstWord = useRef(false)
  useEffect(() => {
    if (snapshot.streamingId === null && snapshot.awaitingReply) return
    if (snapshot.streamingId !== null && stopAtFirstWord.current) chat.commands.stop()
    stopAtFirstWord.current = false
  }, [chat, snapshot.streamingId, snapshot.awaitingReply])

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
        // Beside a keyboard on the screen, the lines need the room.
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
      {snapshot.deleted ? (
        <DeletedChat onRestore={props.onRestore} />
      ) : snapshot.chat.closed ? (
        <p className="dock dock-closed">
          {text(snapshot.chat.blocked ? 'errors.chatBlocked' : 'errors.chatClosed')}
          {snapshot.chat.blocked ? (
            <Link className="text-button" to={links.blocks}>
              {text('blocks.chat.manage')}
            </Link>
          ) : null}
        </p>
      ) : props.guest?.dock ? (
        props.guest.dock
      ) : (
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
      )}
    </div>
  )
}

/** Scrolls to the message that is named in the address. */
function useInitialMessage(chat: OpenChat, at: number | null, goTo: Conversation['goTo']): void {
  useEffect(() => {
    // A message id consists of the chat's id and the message's sequence number.
    if (at !== null) void goTo({ id: messageIdOf(chat.chatId, at), seq: at }, false)
  }, [chat, at, goTo])
}

/** Shows every refusal of the server once, in its own words, with a button where there is something to do about it. */
function useErrorToasts(chat: OpenChat, pricePath: string | null): void {
  const toasts = useToast()
  const text = useText()
  const navigate = useNavigate()
  const { error } = useChatSnapshot(chat)
  useEffect(() => {
    if (!error) return
    const isOutOfMessages = errorNameOf(error.code) === 'NoMessagesLeft'
    const getMessages = {
      label: text('chats.allowance.getMessages'),
      run: () => void navigate(`${pricePath}#messages`),
    }
    toasts.show(error.reason, 'error', isOutOfMessages && pricePath !== null ? getMessages : undefined)
    chat.dismissError()
  }, [error, chat, toasts, text, navigate, pricePath])
}

/** Asks for an age if a message was refused because it is missing, then retries that message automatically (A3). */
function useAgePrompt(chat: OpenChat, onAgeUnknown: (then: () => void) => void): void {
  const { outgoing } = useChatSnapshot(chat)
  const asked = useRef<string | null>(null)
  const refused = outgoing.find(
    ({ item: { failure } }) =>
      failure?.kind === 'refused' && errorData(failure, 'AgeNotOpen')?.reason === 'age_unknown',
  )?.item.client_id
  useEffect(() => {
    if (refused === undefined || asked.current === refused) return
    asked.current = refused
    onAgeUnknown(() => chat.outbox.retry(refused))
  }, [refused, chat, onAgeUnknown])
}

/** Announces once that a character is writing, then the finished message as plain text with its speaker. */
function ReplyAnnouncer() {
  const { chat, name } = useConversation()
  const text = useText()
  const { streamingId } = useChatSnapshot(chat)
  const [words, setWords] = useState('')
  const written = useRef<string | null>(null)

  useEffect(() => {
    const last = written.current
    if (last === streamingId) return
    written.current = streamingId
    const finished = last === null ? undefined : chat.message(last)
    // In a group round, the next reply may begin as this one ends: both are announced together.
    const parts = finished ? [announcementOf(finished, name)] : []
    if (streamingId !== null) {
      const speaker = chat.message(streamingId)?.speaker?.name ?? name
      parts.push(text('chats.log.isWriting', { name: speaker }))
    }
    if (parts.length > 0) setWords(parts.join('\n'))
  }, [streamingId, chat, name, text])

  const streaming = useMessage(chat, streamingId ?? '')
  const isSlow = useIsSlow(streaming?.text === '' ? streaming.id : null)
  useEffect(() => {
    if (isSlow) setWords(text('chats.log.stillReading'))
  }, [isSlow, text])

  return (
    <p className="visually-hidden" aria-live="polite">
      {words}
    </p>
  )
}

/** Messages of a narrator are announced without a name. */
function announcementOf(message: Message, name: string): string {
  const words = plainText(parseBlocks(message.text))
  return message.role === 'character' && message.speaker === null ? words : `${message.speaker?.name ?? name}: ${words}`
}
