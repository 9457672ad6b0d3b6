import { errorNameOf } from '@everkin/contract/errors.ts'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { errorData } from '../../../api/api-error.ts'
import { useText } from '../../../i18n/use-text.ts'
import { useKeepFocus } from '../../../lib/keep-focus.ts'
import { useToast } from '../../../ui/toast.tsx'
import {
  type ChatLinks,
  type ChatSettings,
  type Conversation,
  ConversationContext,
  type Panel,
  useChatSnapshot,
} from '../context/conversation-context.ts'
import { useJumpToMessage } from '../context/use-jump-to-message.ts'
import { useSharedSettings } from '../models/use-shared-settings.ts'
import { messageIdOf } from '../realtime/message-path.ts'
import type { OpenChat } from '../realtime/open-chat.ts'
import groupStyles from '../styles/group.css?url'
import { type AboutCard, AboutPane } from './about-pane.tsx'
import { ChatPane, type ChatPaneProps } from './chat-pane.tsx'
import { ChatPanel } from './chat-panel.tsx'

interface ConversationPanesProps extends ChatPaneProps {
  /** Settings of the chat with which the page was rendered. */
  settings: ChatSettings
  links: ChatLinks
  about: AboutCard | null
  transcription?: Conversation['transcription']
  onReport: (id: string, kind?: 'message' | 'image') => void
  onBlock: (cardId: string) => void
  /** Null if no check-in is available. */
  onCheckin: (() => void) | null
  /** Sequence number of the message to start at; null for the end. */
  at: number | null
  /** Called when the server requires an age first: ask for it, then run `then`. */
  onAgeUnknown: (then: () => void) => void
}

/** One conversation with its third pane: an open panel, or else information about the card. */
export function ConversationPanes(props: ConversationPanesProps): ReactNode {
  useKeepFocus()
  const { chat, links, about, group, transcription = null, onReport, onBlock, onCheckin } = props
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
      <ChatPane {...props} />
      {panel ? <ChatPanel panel={panel} chatId={chat.chatId} onClose={() => setPanel(null)} /> : null}
      {about && (panel === null || panel.kind === 'reading') ? (
        <AboutPane card={about} onRestart={props.onRestart} onDelete={props.onDelete} />
      ) : null}
    </ConversationContext>
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
