import type { Locale } from '@everkin/contract/locales.ts'
import type { Chat } from '@everkin/contract/types.ts'
import { lazy, Suspense, useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { hasNoChats, newestChats } from '../../features/chats/list/chat-list.ts'
import { ChatListPane, NoChats, ShortDate } from '../../features/chats/list/chat-list-pane.tsx'
import { LAST_LINES, LastPage, toLastLines } from '../../features/chats/list/last-page.tsx'
import { useChatActions, useChatList } from '../../features/chats/list/use-chat-list.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useKeepFocus } from '../../lib/keep-focus.ts'
import { useSession } from '../../session/session.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import italicUrl from '../../ui/fonts/literata-latin-italic.woff2?url'
import { useRealtimeChats } from '../realtime/use-realtime-chats.ts'
import '../../features/chats/styles/chats.css'
import '../../features/chats/styles/chat-history.css'
import '../../features/chats/styles/last-page.css'
import { isDesktop } from '../device-type.ts'
import type { PageContext } from '../page-context.ts'
import { pageMeta } from '../page-meta.ts'
import { orFallback, orPageError, pageTools } from '../page-tools.ts'
import { useChatLinks } from '../use-chat-links.ts'

export { PageError as ErrorBoundary } from '../page-error.tsx'

// Loaded when someone searches or imports a chat.
const FoundMessages = lazy(async () => ({
  default: (await import('../../features/chats/search/message-search.tsx')).MessageSearchResults,
}))
const ImportDialog = lazy(async () => ({
  default: (await import('../../features/chats/transfer/import-chat-dialog.tsx')).ImportChatDialog,
}))

const TEXTS = ['chats', 'chat-tools.search', 'chat-tools.import', 'characters.card.continue']

export async function loader(args: LoaderFunctionArgs) {
  const { context, texts, text, title } = pageTools(args, TEXTS)
  const page = await orPageError(context.call('GET /api/chat/list', {}))
  // Phones show the list alone.
  const newest = isDesktop(args.request.headers.get('user-agent')) ? newestOpen(page.list) : null
  const lastLines = newest && (await orFallback(loadLastLines(context, newest), null))
  return { page, lastLines, texts, title: title(text('chats.list.title')) }
}

/** The newest chat that can be continued. */
function newestOpen(chats: readonly Chat[]): Chat | null {
  const [newest = null] = newestChats(
    chats.filter(({ closed }) => !closed),
    1,
  )
  return newest
}

async function loadLastLines(context: PageContext, chat: Chat) {
  const query = { chat_id: chat.id, limit: LAST_LINES }
  const { list } = await context.call('GET /api/chat/getMessages', { query })
  return toLastLines(chat, list)
}

export const meta = pageMeta

/** The list of all chats; on wide screens beside the last page of the newest one. */
export default function ChatHistoryPage() {
  useKeepFocus()
  const { page, lastLines } = useLoaderData<typeof loader>()
  const { person } = useSession()
  const text = useText()
  const links = useChatLinks()
  const live = useRealtimeChats(person?.id ?? null)
  const { list, snapshot } = useChatList(page, live)
  const actions = useChatActions(list)
  const newest = newestOpen(snapshot.chats)
  const toExplore = (
    <Link className={buttonClass('quiet')} to={links.explore}>
      {text('chats.list.explore')}
    </Link>
  )
  const [isImporting, setImporting] = useState(false)
  return (
    <div className="history">
      {newest ? <ItalicPreload /> : null}
      <section className="pane-list history-list">
        <ChatListPane
          list={list}
          snapshot={snapshot}
          actions={actions}
          linkTo={links.chat}
          exploreLink={links.explore}
          currentChatId={null}
          heading="h1"
          onImport={() => setImporting(true)}
          extraResults={(query) =>
            query.trim() === '' ? null : (
              <Suspense fallback={null}>
                <FoundMessages query={query} linkTo={links.chat} />
              </Suspense>
            )
          }
        />
      </section>
      <section className="history-pick">
        {hasNoChats(snapshot) ? (
          <NoChats exploreLink={links.explore} />
        ) : newest ? (
          <LastPage
            chat={newest}
            loaded={lastLines}
            to={links.chat(newest.id)}
            time={<ShortDate iso={newest.updated_at} />}
          >
            {toExplore}
          </LastPage>
        ) : (
          <EmptyState title={text('chats.list.pickOne')} hint={text('chats.list.orMeet')} action={toExplore} />
        )}
      </section>
      {isImporting ? (
        <Suspense fallback={null}>
          <ImportDialog
            partners={distinctPartners(snapshot.chats)}
            linkTo={links.chat}
            onClose={() => setImporting(false)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

/** The languages that have no italics. */
const UPRIGHT: readonly Locale[] = ['ar', 'ja', 'zh']

/** Requests the italic before the style sheet does: the page quotes what was said, and its lines would move. */
function ItalicPreload() {
  if (UPRIGHT.includes(useLocale())) return null
  return <link rel="preload" href={italicUrl} as="font" type="font/woff2" crossOrigin="anonymous" />
}

/** All chat partners, without duplicates. */
function distinctPartners(chats: readonly Chat[]) {
  return [...new Map(chats.map(({ card }) => [card.id, card])).values()]
}
