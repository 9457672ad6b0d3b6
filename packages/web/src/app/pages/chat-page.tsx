import type { Locale } from '@everkin/contract/locales.ts'
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import {
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useLocation,
  useNavigate,
  useRevalidator,
  useSearchParams,
} from 'react-router'
import { errorMessage } from '../../api/api-error.ts'
import { callApi } from '../../api/client.ts'
import { toParticipants } from '../../features/chats/context/participants.tsx'
import { toAboutCard } from '../../features/chats/conversation/about-pane.tsx'
import { ConversationPanes } from '../../features/chats/conversation/conversation.tsx'
import { StartChat } from '../../features/chats/conversation/start-chat.tsx'
import type { ChatPage as ChatListPage } from '../../features/chats/list/chat-list.ts'
import { ChatListPane } from '../../features/chats/list/chat-list-pane.tsx'
import { useChatActions, useChatList } from '../../features/chats/list/use-chat-list.ts'
import type { OpenChat } from '../../features/chats/realtime/open-chat.ts'
import { rememberGuest } from '../../features/chats/realtime/take-over-guest.ts'
import { useOpenChat } from '../../features/chats/realtime/use-open-chat.ts'
import { gift } from '../../features/rewards/gift.ts'
import { useBlock } from '../../features/safety/use-block.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { localStorageOrNull } from '../../lib/device-settings.ts'
import { takeFirstMessage } from '../../session/first-message.ts'
import { useSession } from '../../session/session.tsx'
import { useWallet } from '../../session/wallet.ts'
import { useToast } from '../../ui/toast.tsx'
import { realtimeChatsOf } from '../realtime/tab-realtime.ts'
import { useRealtimeChats } from '../realtime/use-realtime-chats.ts'
import '../../features/chats/styles/chats.css'
import { INVITE_TEXTS, useInviteDialog } from '../card/use-invite-dialog.tsx'
import { isDesktop } from '../device-type.ts'
import { useGuestComposer } from '../guests/guest-chat.tsx'
// Not loaded later: its buttons must answer as soon as the page does.
import { GuestGate } from '../guests/guest-gate.tsx'
import type { PageContext } from '../page-context.ts'
import { clearPageCache, loadCached, useCachedPage } from '../page-data-cache.ts'
import { pageMeta } from '../page-meta.ts'
import { textsFor } from '../page-texts.ts'
import { orFallback, orPageError, pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'
import { useCheckin } from '../shell/checkin-button.tsx'
import { useChatLinks } from '../use-chat-links.ts'
import { useSiteConfig } from '../use-site-config.ts'

const ReportDialog = lazy(async () => ({
  default: (await import('../../features/safety/report-dialog.tsx')).ReportDialog,
}))

const TEXTS = [
  'moderation.withheld',
  'chats',
  'albums',
  'chat-tools.search',
  'chat-tools.tree',
  'chat-tools.rename',
  'chat-tools.take',
  'chat-tools.import.title',
  'suggestions.ideas',
  'speech.player',
  'speech.input',
  'errors.chatClosed',
  'errors.chatBlocked',
  'blocks.action',
  'blocks.chat',
  'errors.noVoice',
  'errors.voiceFailed',
  'errors.notTranscribed',
  'memory',
  'personas',
  'models.offer',
  'lorebooks',
  'presets.choice',
  'presets.about',
  'presets.missing',
  'presets.regenerate',
  'settings.theme',
  'settings.themes',
  'settings.textSize',
  'settings.sizes',
  'settings.sizeLetter',
  'sketch.face.ai',
  'sketch.paint.moment',
  'safety.report',
  'safety.ai',
  'safety.crisis',
  'safety.help',
  'safety.under18',
  ...INVITE_TEXTS,
]
// Added to the others by whole domains, so neither may name one of theirs.
const GUEST_TEXTS = ['guests']
const GROUP_TEXTS = ['groups.chat', 'groups.turns']

export async function loader(args: LoaderFunctionArgs) {
  const { context, texts, title, locale } = pageTools(args, TEXTS)
  const query = new URL(args.request.url).searchParams
  const chatId = query.get('chat_id')
  const cardId = query.get('card_id')
  const groupId = query.get('group_id')
  // The list beside the conversation exists only on wide screens, so phones do not load it.
  const isWide = isDesktop(args.request.headers.get('user-agent'))
  if (chatId !== null) {
    const opened = await chatData(context, chatId, isWide && context.person !== null, title)
    const ofGroup = opened.open.group ? textsFor(context, GROUP_TEXTS) : {}
    const ofGuest = context.guest ? textsFor(context, GUEST_TEXTS) : {}
    return { texts: { ...texts, ...ofGroup, ...ofGuest }, ...opened }
  }
  const wanted = cardId ?? groupId
  if (wanted === null) {
    if (context.person === null) throw redirect(signInPath(args.request, locale))
    throw redirect(pathTo('chathistory', locale))
  }
  const card = await orPageError(readCard(context, cardId === null ? 'multiple' : 'single', wanted))
  const avatar = card.type === 'single' ? card.avatar : card.cover
  const isVisitor = context.person === null
  // Guests meet the library only.
  if (isVisitor && card.creator.id !== LIBRARY_CREATOR) throw redirect(signInPath(args.request, locale))
  return {
    texts: isVisitor ? { ...texts, ...textsFor(context, GUEST_TEXTS) } : texts,
    gate: isVisitor && !context.guest ? { messages: context.config.guest_messages } : null,
    title: title(card.name),
    start: {
      card: { id: card.id, type: card.type, name: card.name, avatar },
      body: cardId === null ? { group_id: wanted } : { card_id: wanted },
    },
  }
}

/** The creator of cards that ship with Everkin. */
const LIBRARY_CREATOR = 'everkin'

function signInPath(request: Request, locale: Locale): string {
  const { pathname, search } = new URL(request.url)
  return pathTo('login', locale, {}, { next: pathname.replace(/\.data$/, '') + search })
}

async function chatData(context: PageContext, chat_id: string, isWide: boolean, title: (page: string) => string) {
  const [chat, page, list] = await orPageError(
    Promise.all([
      context.call('GET /api/chat/info', { query: { chat_id } }),
      context.call('GET /api/chat/getMessages', { query: { chat_id } }),
      isWide ? context.call('GET /api/chat/list', {}) : null,
    ]),
  )
  // A conversation remains readable when its card has become private or was deleted.
  const isAsked = isWide || chat.type === 'multiple'
  const card = isAsked ? await orFallback(readCard(context, chat.card.type, chat.card.id), null) : null
  const group = toParticipants(chat, card?.type === 'multiple' ? card : null)
  return {
    title: title(chat.title),
    open: { chat, page, list, group, about: isWide && card ? toAboutCard(card) : null, guest: context.guest },
  }
}

async function readCard(context: PageContext, type: 'single' | 'multiple', id: string) {
  if (type === 'single') return context.call('GET /api/chat.Single/cardInfo', { query: { id } })
  const { list } = await context.call('GET /api/chat.Multiple/cardList', { query: { id } })
  const [card] = list
  if (!card) throw new Error('A group list by id holds one group')
  return card
}

/** A conversation that was open recently is shown from the cache; the live connection adds newer messages. */
export function clientLoader(args: ClientLoaderFunctionArgs) {
  return loadCached<Awaited<ReturnType<typeof loader>>>(args, { renews: false })
}

/** What arrives over the socket is newer than the loader's data. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return currentUrl.href !== nextUrl.href || hasGuestSignedIn
}

/** Set while the page of a guest is loaded again for the account that they have signed in to. */
let hasGuestSignedIn = false

export const meta = pageMeta

export default function ChatPage() {
  const data = useLoaderData<typeof clientLoader>()
  const { person } = useSession()
  if ('open' in data) return <OpenedChat key={`${data.open.chat.id} ${person?.id}`} data={data} />
  return <NewChat {...data.start} gate={data.gate} />
}

type Start = Extract<Awaited<ReturnType<typeof loader>>, { start: unknown }>['start']
type Open = Extract<Awaited<ReturnType<typeof clientLoader>>, { open: unknown }>

function NewChat({ card, body, gate }: Start & { gate: { messages: number } | null }) {
  const locale = useLocale()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { person, askForProfile } = useSession()
  const [isGuest, setGuest] = useState(false)
  const onStarted = useCallback(
    (chat: { id: string }) =>
      void navigate(pathTo('chat', locale, {}, { chat_id: chat.id }), { replace: true, viewTransition: true }),
    [navigate, locale],
  )
  if (gate && !person && !isGuest)
    return <GuestGate card={card} messages={gate.messages} next={pathname + search} onOpen={() => setGuest(true)} />
  return (
    <StartChat
      card={card}
      body={body}
      exploreLink={pathTo('index', locale)}
      onStarted={onStarted}
      isAgeMissing={person !== null && person.age_scope === null}
      onAgeUnknown={askForProfile}
    />
  )
}

const NO_CHATS: ChatListPage = { list: [], next_cursor: null }

function OpenedChat({ data }: { data: Open }) {
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

/** Signs a guest in and loads the page again: the chat is the account's then. */
function useKeepChat(): () => void {
  const { askToSignIn } = useSession()
  const { revalidate } = useRevalidator()
  return useCallback(() => {
    askToSignIn(() => {
      hasGuestSignedIn = true
      void revalidate().finally(() => {
        hasGuestSignedIn = false
      })
    })
  }, [askToSignIn, revalidate])
}

/** The message number in the address. */
function useTargetMessage(): number | null {
  const at = Number(useSearchParams()[0].get('at') ?? '')
  return Number.isSafeInteger(at) && at > 0 ? at : null
}

/** Actions on a whole chat: start a new one with the same card, delete, restore. */
function useChatPageActions(chatId: string) {
  const locale = useLocale()
  const text = useText()
  const navigate = useNavigate()
  const toasts = useToast()
  return useMemo(() => {
    const orSay = async (work: Promise<unknown>) => {
      await work.catch((error: unknown) => {
        toasts.show(errorMessage(error, text), 'error')
      })
    }
    const open = (id: string) => navigate(pathTo('chat', locale, {}, { chat_id: id }))
    return {
      leave: () => {
        clearPageCache()
        void navigate(pathTo('chathistory', locale))
      },
      restart: (card: { id: string; type: 'single' | 'multiple' }) => {
        const body = { ...(card.type === 'single' ? { card_id: card.id } : { group_id: card.id }), fresh: true }
        void orSay(callApi('POST /api/chat/start', { body }).then((fresh) => open(fresh.id)))
      },
      restore: () => {
        const restored = callApi('POST /api/chat/restore', { body: { chat_id: chatId } })
        void orSay(restored.then(() => window.location.reload()))
      },
    }
  }, [chatId, locale, text, navigate, toasts])
}
