import { useCallback, useState } from 'react'
import {
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useLocation,
  useNavigate,
} from 'react-router'
import { StartChat } from '../../features/chats/conversation/start-chat.tsx'
import { useLocale } from '../../i18n/use-text.ts'
import { useSession } from '../../session/session.tsx'
import { loadChatPage } from '../chat/load-chat-page.ts'
import { OpenedChat } from '../chat/opened-chat.tsx'
import { isReloadingForGuest } from '../chat/use-keep-chat.ts'
// Not loaded later: its buttons must answer as soon as the page does.
import { GuestGate } from '../guests/guest-gate.tsx'
import { loadCached } from '../page-data-cache.ts'
import { pageMeta } from '../page-meta.ts'
import { pathTo } from '../paths.ts'

export function loader(args: LoaderFunctionArgs) {
  return loadChatPage(args)
}

/** A conversation that was open recently is shown from the cache; the live connection adds newer messages. */
export function clientLoader(args: ClientLoaderFunctionArgs) {
  return loadCached<Awaited<ReturnType<typeof loader>>>(args, { renews: false })
}

/** What arrives over the socket is newer than the loader's data. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return currentUrl.href !== nextUrl.href || isReloadingForGuest()
}

export const meta = pageMeta

export default function ChatPage() {
  const data = useLoaderData<typeof clientLoader>()
  const { person } = useSession()
  if ('open' in data) return <OpenedChat key={`${data.open.chat.id} ${person?.id}`} data={data} />
  return <NewChat {...data.start} gate={data.gate} />
}

type Start = Extract<Awaited<ReturnType<typeof loader>>, { start: unknown }>['start']

/** Starts a chat and then opens it; a visitor passes the gate for guests first. */
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
