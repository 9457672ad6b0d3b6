import { randomUUID } from 'node:crypto'
import { sessionHeaders } from './http-client.ts'
import { sleep } from './processes.ts'
import type { OwnChat } from './reply-sides.ts'

/** A request beside chatting: of a visitor without `who`, else of the person with this chat. */
type Act = (origin: string, who: OwnChat) => Promise<Response>

const SEARCHES = ['ghost', 'detective', 'help me study maths', 'ferry', 'a quiet evening', 'funy', '猫', 'pirate']
const PAGES = ['/', '/de', '/card/ilse', '/ar/card/ilse', '/?q=ghost', '/AboutView', '/ja/groups']

const act = {
  page: (origin: string) => fetch(origin + anyOf(PAGES), { headers: { accept: 'text/html' } }),
  explore: (origin: string) =>
    get(origin, `chat.Single/cardList?limit=24&q=${encodeURIComponent(anyOf(SEARCHES))}`, {}),
  chats: (origin: string, who: OwnChat) => get(origin, 'chat/list', sessionHeaders(who)),
  messages: (origin: string, who: OwnChat) =>
    get(origin, `chat/getMessages?chat_id=${who.chatId}`, sessionHeaders(who)),
  memory: (origin: string, who: OwnChat) => get(origin, `chat/memory?chat_id=${who.chatId}`, sessionHeaders(who)),
  prompt: (origin: string, who: OwnChat) => get(origin, `chat/prompt?chat_id=${who.chatId}`, sessionHeaders(who)),
  export: (origin: string, who: OwnChat) =>
    get(origin, `chat/exportChat?chat_id=${who.chatId}&format=markdown`, sessionHeaders(who)),
  search: (origin: string, who: OwnChat) =>
    post(origin, 'chat/search', { q: 'then', chat_id: who.chatId }, sessionHeaders(who)),
  fact: (origin: string, who: OwnChat) =>
    post(
      origin,
      'chat/saveMemory',
      { chat_id: who.chatId, summary: `They met ${randomUUID()} on the ferry.` },
      sessionHeaders(who),
    ),
  draft: (origin: string, who: OwnChat) =>
    post(
      origin,
      'editor/saveDraft',
      { type: 'single', content: { name: 'Ada', description: 'x'.repeat(2000) } },
      sessionHeaders(who),
    ),
  image: (origin: string, who: OwnChat) =>
    post(
      origin,
      'task/create',
      { kind: 'image', prompt: 'a lighthouse at dusk', style_id: 'woodcut', count: 1, idempotency_key: randomUUID() },
      sessionHeaders(who),
    ),
} satisfies Record<string, Act>

/** How often each is done: looking at pages and messages most, exports, drafts and images seldom. */
const MIX: readonly (keyof typeof act)[] = [
  ...Array<keyof typeof act>(8).fill('page'),
  ...Array<keyof typeof act>(6).fill('messages'),
  ...Array<keyof typeof act>(4).fill('explore'),
  ...Array<keyof typeof act>(4).fill('chats'),
  'memory',
  'memory',
  'prompt',
  'search',
  'fact',
  'export',
  'draft',
  'image',
]

/** Requests that were answered with success and others, by what they are. */
export type Answered = Map<keyof typeof act, { ok: number; other: number }>

/** Does the mix at this rate until `signal` aborts. A slow request does not hold up the next one. */
export async function doOtherWork(
  origin: string,
  people: readonly OwnChat[],
  perSecond: number,
  signal: AbortSignal,
): Promise<Answered> {
  const answered: Answered = new Map()
  const open = new Set<Promise<void>>()
  while (!signal.aborted) {
    const name = anyOf(MIX)
    const request: Promise<void> = succeeds(act[name](origin, anyOf(people)))
      .then((isOk) => {
        const count = answered.get(name) ?? { ok: 0, other: 0 }
        count[isOk ? 'ok' : 'other'] += 1
        answered.set(name, count)
      })
      .finally(() => open.delete(request))
    open.add(request)
    await sleep(1000 / perSecond)
  }
  await Promise.all(open)
  return answered
}

async function succeeds(reply: Promise<Response>): Promise<boolean> {
  try {
    const response = await reply
    const body = await response.text()
    if (!response.headers.get('content-type')?.includes('json')) return response.ok
    return response.ok && (JSON.parse(body) as { code: number }).code === 1 // the envelope of a call
  } catch {
    return false
  }
}

function get(origin: string, call: string, headers: Record<string, string>): Promise<Response> {
  return fetch(`${origin}/api/${call}`, { headers })
}

function post(origin: string, call: string, body: object, headers: Record<string, string>): Promise<Response> {
  return fetch(`${origin}/api/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': randomUUID(), ...headers },
    body: JSON.stringify(body),
  })
}

function anyOf<Item>(list: readonly Item[]): Item {
  return list[Math.floor(Math.random() * list.length)]!
}
