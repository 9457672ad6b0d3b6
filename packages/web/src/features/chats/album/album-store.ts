import type { Attachment, Wallet } from '@everkin/contract/types.ts'
import { useSyncExternalStore } from 'react'
import { callApi } from '../../../api/client.ts'

/** What has been learnt since the page was drawn: newer views of items, by their ids, and the coins. */
interface AlbumState {
  items: ReadonlyMap<string, Attachment>
  coins: number | null
}

const EMPTY: AlbumState = { items: new Map(), coins: null }
let state = EMPTY
let isAsking = false
const listeners = new Set<() => void>()

function update(change: Partial<AlbumState>): void {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Newer views of items than those that came with the page; an item is shown in several places at once. */
export function useAlbumState(): AlbumState {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => EMPTY,
  )
}

/** Takes newer views in. */
export function mergeItems(items: readonly Attachment[]): void {
  update({ items: new Map([...state.items, ...items.map((item) => [item.id, item] as const)]) })
}

export function updateCoins(wallet: Wallet): void {
  update({ coins: wallet.coin_num })
}

/** Asks for the balance, which stands beneath what costs coins; once at a time. */
export async function loadCoins(): Promise<void> {
  if (isAsking) return
  isAsking = true
  try {
    updateCoins((await callApi('GET /api/user/info')).wallet)
  } catch {
    // Without it the button still tells the price, and the server the rest.
  } finally {
    isAsking = false
  }
}

/** The album as it is now: addresses in it are good for some minutes. */
export async function loadAlbum(chatId: string): Promise<Attachment[]> {
  const items: Attachment[] = []
  let cursor: string | undefined
  do {
    const page = await callApi('GET /api/chat/images', {
      query: { chat_id: chatId, limit: 100, ...(cursor !== undefined && { cursor }) },
    })
    items.push(...page.list)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  mergeItems(items)
  return items
}
