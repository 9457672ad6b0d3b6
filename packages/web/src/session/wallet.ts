import type { User } from '@everkin/contract/types.ts'
import { useCallback, useLayoutEffect } from 'react'
import { callApi } from '../api/client.ts'
import { PAGE_LOAD_MS, useSession } from './session.tsx'

type Wallet = User['wallet']

/** The wallet from the newest response or live event; null for visitors. This is the only copy. */
export function useWallet(): Wallet | null {
  return useSession().person?.wallet ?? null
}

/** The wallet, updated with the one in a page's data, which is newer unless a live event has arrived since. */
export function useLoadedWallet(loaded: Wallet | null): Wallet | null {
  const { setWallet } = useSession()
  useLayoutEffect(() => {
    if (loaded) setWallet(loaded, performance.now() - PAGE_LOAD_MS)
  }, [loaded, setWallet])
  return useWallet()
}

let request: Promise<{ wallet: Wallet }> | null = null

/** Reloads the wallet. Simultaneous calls share one request; the promise never rejects. */
export function useRefreshWallet(): () => Promise<void> {
  const { setWallet } = useSession()
  return useCallback(async () => {
    const requestedAt = performance.now()
    request ??= callApi('GET /api/user/info')
    queueMicrotask(() => {
      request = null
    })
    await request.then(
      ({ wallet }) => setWallet(wallet, requestedAt),
      () => {}, // keep the known wallet: the next live event updates it
    )
  }, [setWallet])
}
