import type { ApiCall } from '@everkin/contract/api-types.ts'
import { ERRORS, type ErrorName } from '@everkin/contract/errors.ts'
import type { TextTree } from '@everkin/contract/translate.ts'
import type { Chat, ClientFrame, Message, ServerFrame, User } from '@everkin/contract/types.ts'
import { act, cleanup, fireEvent, render } from '@testing-library/react'
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, vi } from 'vitest'
import { realtimeChatsOf } from '../../../app/realtime/tab-realtime.ts'
import { createLanguage, LanguageContext } from '../../../i18n/use-text.ts'
import { SessionProvider } from '../../../session/session.tsx'
import { ToastProvider } from '../../../ui/toast.tsx'
import type { ChatLinks, ChatSettings } from '../context/conversation-context.ts'
import type { Participants } from '../context/participants.tsx'
import { ConversationPanes } from '../conversation/conversation.tsx'
import { CHAT, testMessage } from '../realtime/testing/server-model.ts'

const english = Object.fromEntries(
  Object.entries(
    import.meta.glob<TextTree>('../../../../../../locales/en/*.json', { eager: true, import: 'default' }),
  ).map(([path, texts]) => [path.replace(/^.*\/|\.json$/g, ''), texts]),
)
const LANGUAGE = createLanguage('en', english)

export const PERSON: User = {
  id: 'ana',
  email: null,
  nickname: 'Ana',
  avatar: null,
  gender: null,
  age_scope: 3,
  profile_complete: true,
  lang: 'en',
  teen: false,
  nsfw: false,
  member: { active: false, update_time: 0 },
  wallet: { coin_num: 30, message_num: 12, unlimited_messages: false },
  is_admin: false,
  operator_role: null,
  suspended: false,
  created_at: '2026-11-20T10:00:00.000Z',
}

const LINKS: ChatLinks = {
  chat: (chatId, seq) => `/chat/${chatId}${seq === undefined ? '' : `/${seq}`}`,
  history: '/history',
  paint: '/paint',
  explore: '/explore',
  safety: '/safety',
  price: '/price',
  models: null,
  presets: '/settings#presets',
  decisions: '/decisions#stop',
  blocks: '/settings#blocks',
  card: (type, cardId) => `/card/${type}/${cardId}`,
}

export const GREETING = testMessage({ id: 'chat-1' })

/** A message written by the person. */
export function ownMessage(fields: Partial<Message> & { id: string }): Message {
  return testMessage({ role: 'user', speaker: null, seq: 2, rev: 2, parent_id: GREETING.id, ...fields })
}

/** A fake WebSocket: records the frames that the page sends, and delivers frames to it. */
class FakeWebSocket {
  static newest: FakeWebSocket | null = null
  readonly frames: ClientFrame[] = []
  onmessage: ((event: { data: string }) => void) | null = null
  onerror: (() => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null

  constructor() {
    FakeWebSocket.newest = this
  }

  send(data: string): void {
    this.frames.push(JSON.parse(data) as ClientFrame) // what the page sent
  }

  close(): void {}
}

/** An error response: the code of a name of the error table, and the text to show. */
export class Refusal {
  readonly name: ErrorName
  readonly words: string

  constructor(name: ErrorName, words: string) {
    this.name = name
    this.words = words
  }
}

type Answer = (input: Record<string, unknown>) => unknown

/** A fake HTTP API: each call is recorded, and answered with data, a `Refusal` or a `Response`. */
export class FakeApi {
  readonly calls: { call: string; input: Record<string, unknown> }[] = []
  readonly #answers = new Map<string, Answer>()

  on(call: ApiCall, answer: Answer): this {
    this.#answers.set(call, answer)
    return this
  }

  /** The inputs of every request for one operation, oldest first. */
  inputsOf(call: ApiCall): Record<string, unknown>[] {
    return this.calls.filter((one) => one.call === call).map(({ input }) => input)
  }

  readonly fetch = async (url: string, request: { method?: string; body?: string } = {}): Promise<Response> => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    const call = `${request.method ?? 'GET'} ${pathname}`
    const input: Record<string, unknown> = request.body
      ? JSON.parse(request.body)
      : Object.fromEntries(searchParams.entries())
    this.calls.push({ call, input })
    const answer = this.#answers.get(call)
    if (!answer) throw new TypeError(`no answer to ${call}`)
    const data = await answer(input)
    if (data instanceof Response) return data
    if (data instanceof Refusal) return Response.json({ code: ERRORS[data.name].code, msg: data.words, data: null })
    return Response.json({ code: 1, msg: '', data })
  }
}

// happy-dom does not support popovers: they are never hidden, and only say when they would be.
const toggle = (popover: Element | null, newState: 'open' | 'closed') =>
  popover && fireEvent(popover, Object.assign(new Event('toggle'), { newState }))
HTMLElement.prototype.hidePopover ??= function (this: HTMLElement) {
  toggle(this, 'closed')
}
document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('[popovertarget]') : null
  if (!button || event.defaultPrevented) return
  toggle(document.getElementById(button.getAttribute('popovertarget') ?? ''), 'open')
})

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

/** Renders a part of the page as for a signed-in person, with the English texts. `api` answers its calls. */
export function renderPart(part: ReactNode, { api = new FakeApi() }: { api?: FakeApi } = {}) {
  vi.stubGlobal('fetch', api.fetch)
  const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never })
  render(
    <LanguageContext value={LANGUAGE}>
      <MemoryRouter>
        <SessionProvider person={PERSON} isPc lang="en">
          <ToastProvider>{part}</ToastProvider>
        </SessionProvider>
      </MemoryRouter>
    </LanguageContext>,
  )
  return { user, api }
}

const SETTINGS: ChatSettings = {
  model: 'House model',
  voice_demo: false,
  message_price: 1,
  model_id: null,
  model_missing: false,
  preset_id: null,
  persona_id: null,
  note: null,
  pictures: 'seen',
  lorebook_ids: [],
}

interface ChatOptions {
  messages?: Message[]
  chat?: Partial<Chat>
  settings?: Partial<ChatSettings>
  links?: Partial<ChatLinks>
  wallet?: Partial<User['wallet']>
  hasOlder?: boolean
  group?: Participants
  api?: FakeApi
  /** Whether Enter sends, as on desktops. */
  sendsOnEnter?: boolean
  isConnected?: boolean
  transcription?: { on_this_machine: boolean }
  draft?: string
  guest?: { note: string; dock: ReactNode }
}

let people = 0

/**
 * Opens a conversation with its live connection. `receive` delivers a frame, `connect` the first one of a connection,
 * `sent` returns the sent frames of one type, and `reports` the ids that were passed to the report dialog.
 */
export async function renderChat(options: ChatOptions = {}) {
  const { messages = [GREETING], group, sendsOnEnter = true, isConnected = true, draft, api = new FakeApi() } = options
  const userId = `ana-${++people}`
  vi.stubGlobal('WebSocket', FakeWebSocket)
  // biome-ignore lint/suspicious/noDocumentCookie: the readable half of the session, as set by the server
  document.cookie = `user=${encodeURIComponent(JSON.stringify({ token: 'half' }))}`
  api.on('POST /api/chat/read', () => ({}))
  if (draft !== undefined) localStorage.setItem(`everkin-draft:${userId}:${CHAT.id}`, draft)
  const live = realtimeChatsOf(userId)
  const chat: Chat = { ...CHAT, type: group ? 'multiple' : 'single', ...options.chat }
  const rev = Math.max(0, ...messages.map((message) => message.rev))
  const open = live.open(chat, { list: messages, has_more: options.hasOlder ?? false, rev })
  live.start()
  const link = FakeWebSocket.newest
  if (!link) throw new Error('the page did not connect')
  const receive = async (frame: ServerFrame) => act(async () => link.onmessage?.({ data: JSON.stringify(frame) }))
  const connect = () => receive({ type: 'ready', user_id: userId, server_time: '', user_rev: 1 })
  if (isConnected) await connect()
  const reports: string[] = []
  const blocks: string[] = []
  const drawn = renderPart(
    <ConversationPanes
      chat={open}
      live={live}
      links={{ ...LINKS, ...options.links }}
      about={null}
      scene={null}
      group={group ?? null}
      wallet={{ ...PERSON.wallet, ...options.wallet }}
      settings={{ ...SETTINGS, ...options.settings }}
      transcription={options.transcription ?? null}
      sendsOnEnter={sendsOnEnter}
      onReport={(id) => reports.push(id)}
      onBlock={(id) => blocks.push(id)}
      onCheckin={null}
      onRestart={() => undefined}
      onPin={() => undefined}
      onDelete={() => undefined}
      onRestore={() => undefined}
      onSignIn={() => undefined}
      guest={options.guest ?? null}
      at={null}
      onAgeUnknown={() => undefined}
    />,
    { api },
  )
  const sent = <Type extends ClientFrame['type']>(type: Type) =>
    link.frames.filter((frame): frame is Extract<ClientFrame, { type: Type }> => frame.type === type)
  return { ...drawn, receive, connect, sent, reports, blocks, open, live }
}
