import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ConversationPanes } from '../../features/chats/conversation/conversation.tsx'
import type { ChatPage as ChatListPage } from '../../features/chats/list/chat-list.ts'
import { ChatListPane } from '../../features/chats/list/chat-list-pane.tsx'
import { useChatActions, useChatList } from '../../features/chats/list/use-chat-list.ts'
import type { OpenChat } from '../../features/chats/realtime/open-chat.ts'
import { rememberGuest } from '../../features/chats/realtime/take-over-guest.ts'
import { useOpenChat } from '../../features/chats/realtime/use-open-chat.ts'
import { gift } from '../../features/rewards/gift.ts'
import { useBlock } from '../../features/safety/use-block.ts'
import { localStorageOrNull } from '../../lib/device-settings.ts'
import { takeFirstMessage } from '../../session/first-message.ts'
import { useSession } from '../../session/session.tsx'
import { useWallet } from '../../session/wallet.ts'
import { realtimeChatsOf } from '../realtime/tab-realtime.ts'
import { useRealtimeChats } from '../realtime/use-realtime-chats.ts'
import '../../features/chats/styles/chats.css'
import { useInviteDialog } from '../card/use-invite-dialog.tsx'
import { useGuestComposer } from '../guests/guest-chat.tsx'
import { type CachedData, clearPageCache, useCachedPage } from '../page-data-cache.ts'
import { useCheckin } from '../shell/checkin-button.tsx'
import { useChatLinks } from '../use-chat-links.ts'
import { useSiteConfig } from '../use-site-config.ts'
import type { loadChatPage } from './load-chat-page.ts'
import { useChatPageActions } from './use-chat-page-actions.ts'
import { useKeepChat } from './use-keep-chat.ts'

const ReportDialog = lazy(async () => ({
  default: (await import('../../features/safety/report-dialog.tsx')).ReportDialog,
}))

/** Data of the page for a chat that exists. */
export type OpenedChatData = Extract<CachedData<Awaited<ReturnType<typeof loadChatPage>>>, { open: unknown }>

const NO_CHATS: ChatListPage = { list: [], next_cursor: null }

/** A conversation with the list of chats beside it. */
export function OpenedChat({ data }: { data: OpenedChatData }) {
  const { chat: initialChat, page, list: listPage, about, group } = data.open
  useCachedPage(data)
  const session = useSession()
  const guest = session.person ? null : data.open.guest
  const userId = session.person?.id ?? guest?.id ?? ''
  const guestId = guest?.id
  // So that signing in finds what was written here.
  useEffect(() => {
    if (guestId !== undefined) rememberGuest(localStorageOrNull(), guestId)
  }, [guestId])
  const live = useRealtimeChats(userId === '' ? null : userId)
  const chat = useOpenChat(realtimeChatsOf, userId, initialChat, page)
  useFirstMessage(chat, initialChat.card.id)
  const links = useChatLinks(guest !== null, chat.chatId)
  const keep = useKeepChat()
  const guestComposer = useGuestComposer(chat, guest, keep)
  const { list, snapshot } = useChatList(listPage ?? NO_CHATS, live)
  const pageActions = useChatPageActions(chat.chatId)
  const at = useTargetMessage()
  const onRemoved = useCallback(
    (removed: { id: string }) => {
      if (removed.id === chat.chatId) pageActions.leave()
    },
    [chat, pageActions],
  )
  const actions = useChatActions(list, onRemoved)
  const wallet = useWallet()
  const config = useSiteConfig()
  const { due: isDue } = useCheckin()
  const { invite, dialog } = useInviteDialog()
  const [reported, setReported] = useState<{ target_type: 'message' | 'image'; target_id: string } | null>(null)
  const report = useCallback(
    (target_id: string, target_type: 'message' | 'image' = 'message') => setReported({ target_type, target_id }),
    [],
  )
  // The chat itself becomes read-only by a frame.
  const { block } = useBlock(clearPageCache)
  const onBlock = (target_id: string) => void block({ target_type: 'card', target_id })
  useEffect(() => {
    const isOld = guest === null && (!listPage || data.isCached)
    if (isOld && window.matchMedia('(min-width: 64rem)').matches) void list.refresh()
  }, [listPage, data.isCached, list, guest])

  return (
    <div className={guest ? 'chat-app chat-app-guest' : 'chat-app'}>
      <aside className="pane-list" hidden={guest !== null}>
        <ChatListPane
          list={list}
          snapshot={snapshot}
          actions={actions}
          linkTo={links.chat}
          exploreLink={links.explore}
          currentChatId={chat.chatId}
          heading="h2"
        />
      </aside>
      <ConversationPanes
        chat={chat}
        live={live}
        settings={initialChat.settings}
        links={links}
        about={about}
        scene={initialChat.scene ?? null}
        group={group}
        wallet={wallet}
        transcription={config?.transcription ?? null}
        sendsOnEnter={session.isPc}
        onReport={report}
        onBlock={onBlock}
        onCheckin={isDue ? gift.open : null}
        onRestart={() => pageActions.restart(initialChat.card)}
        onInvite={initialChat.type === 'single' ? () => invite(initialChat.card) : undefined}
        onPin={(on) => actions.pin(chat.snapshot().chat, on)}
        onDelete={() => actions.remove(chat.snapshot().chat)}
        onRestore={pageActions.restore}
        at={at}
        guest={guestComposer}
        onSignIn={guest ? keep : () => session.askToSignIn(() => live?.start())}
        onAgeUnknown={session.askForProfile}
      />
      {dialog}
      {reported ? (
        <Suspense fallback={null}>
          <ReportDialog target={reported} onClose={() => setReported(null)} />
        </Suspense>
      ) : null}
    </div>
  )
}

/** Sends what the reader wrote to this character before the chat existed. */
function useFirstMessage(chat: OpenChat, cardId: string): void {
  useEffect(() => {
    const words = takeFirstMessage(cardId)
    if (words !== null) chat.send(words)
  }, [chat, cardId])
}

/** The message number in the address. */
function useTargetMessage(): number | null {
  const at = Number(useSearchParams()[0].get('at') ?? '')
  return Number.isSafeInteger(at) && at > 0 ? at : null
}
