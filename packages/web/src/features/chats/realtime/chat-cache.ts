import type { Chat } from '@everkin/contract/types.ts'
import { CACHE_NAMES } from '../../../lib/offline-cache.ts'
import type { MessagePage } from './chat-snapshot.ts'

/** A conversation as last known to this browser. */
export interface CachedChat {
  chat: Chat
  /** The end of the active path. */
  page: MessagePage
}

/**
 * One person's conversations, cached in this browser for offline reading. Cached pages lack what arrived later over
 * the live connection; this cache has it. Never throws; without storage it is empty.
 */
export interface ChatCache {
  read(chatId: string): Promise<CachedChat | null>
  /** All cached chats, in no particular order. */
  list(): Promise<CachedChat[]>
  write(cached: CachedChat): Promise<void>
  /** Deletes a chat and its cached pages. */
  delete(chatId: string): Promise<void>
}

const MAX_CHATS = 30
const MAX_MESSAGES = 100
/** Longer reasoning is loaded when it is opened, as in a page from the server. */
const MAX_REASONING_LENGTH = 4_000

/** Uses Cache Storage, like the cached pages, so that everything can be cleared at once (`clearOfflineCaches`). */
export function browserChatCache(userId: string): ChatCache {
  const open = () => caches.open(CACHE_NAMES.chats + userId)
  const keyOf = (chatId: string) => `/kept/${chatId}`
  return {
    read: (chatId) =>
      withFallback(null, async () => {
        const found = await (await open()).match(keyOf(chatId))
        return found ? ((await found.json()) as CachedChat) : null // written below
      }),
    list: () =>
      withFallback([], async () => {
        const cache = await open()
        const found = await Promise.all((await cache.keys()).map((key) => cache.match(key)))
        return Promise.all(
          found.filter((reply) => reply !== undefined).map((reply) => reply.json() as Promise<CachedChat>),
        )
      }),
    write: (cached) =>
      withFallback(undefined, async () => {
        const cache = await open()
        const headers = { date: new Date().toUTCString() } // by which it expires
        await cache.put(keyOf(cached.chat.id), new Response(JSON.stringify(toCachedChat(cached)), { headers }))
        for (const oldest of (await cache.keys()).slice(0, -MAX_CHATS)) await cache.delete(oldest)
      }),
    delete: (chatId) =>
      withFallback(undefined, async () => {
        await (await open()).delete(keyOf(chatId))
        for (const name of await caches.keys()) {
          if (!name.startsWith(CACHE_NAMES.pages)) continue
          const pages = await caches.open(name)
          for (const key of await pages.keys()) {
            if (new URL(key.url).searchParams.get('chat_id') === chatId) await pages.delete(key)
          }
        }
      }),
  }
}

/**
 * Lists what can be read offline on this device: the chat list, and chats with a cached page, newest first, preferably
 * in the current language. The caches only ever contain data of one person.
 */
export async function listOfflineChats(
  historyPath: string,
  chatPath: string,
): Promise<{ chats: { chat: Chat; path: string }[]; history: string | null }> {
  return withFallback({ chats: [], history: null }, async () => {
    const names = await caches.keys()
    const pages = await cachedUrls(names.filter((name) => name.startsWith(CACHE_NAMES.pages)))
    const owners = names
      .filter((name) => name.startsWith(CACHE_NAMES.chats))
      .map((name) => name.slice(CACHE_NAMES.chats.length))
    const cached = (await Promise.all(owners.map((owner) => browserChatCache(owner).list()))).flat()
    const chats = cached.flatMap(({ chat }) => {
      const own = pages.filter(({ pathname, searchParams }) => {
        return pathname.endsWith('/chat') && searchParams.get('chat_id') === chat.id
      })
      const page = own.find(({ pathname }) => pathname === chatPath) ?? own[0]
      return page ? [{ chat, path: page.pathname + page.search }] : []
    })
    chats.sort((a, b) => b.chat.updated_at.localeCompare(a.chat.updated_at))
    return { chats, history: pages.some(({ pathname }) => pathname === historyPath) ? historyPath : null }
  })
}

async function cachedUrls(cacheNames: readonly string[]): Promise<URL[]> {
  const keys = await Promise.all(cacheNames.map(async (name) => (await caches.open(name)).keys()))
  return keys.flat().map(({ url }) => new URL(url))
}

/** The end of the path for offline reading: a streaming reply counts as stopped, since it cannot continue offline. */
export function toCachedChat({ chat, page }: CachedChat): CachedChat {
  const list = page.list
    .slice(-MAX_MESSAGES)
    .map((message) => (message.status === 'streaming' ? { ...message, status: 'stopped' as const } : message))
    .map((message) =>
      (message.reasoning?.length ?? 0) > MAX_REASONING_LENGTH ? { ...message, reasoning: null } : message,
    )
  return { chat, page: { ...page, list, has_more: page.has_more || list.length < page.list.length } }
}

async function withFallback<Value>(fallback: Value, operation: () => Promise<Value>): Promise<Value> {
  try {
    return await operation()
  } catch {
    return fallback // storage is unavailable (plain http, private windows) or full
  }
}
