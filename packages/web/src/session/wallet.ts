import type { User } from '@everkin/contract/types.ts'
import { useCallback, useLayoutEffect } from 'react'
import { callApi } from '../api/client.ts'
import { useSession } from './session.tsx'

type Wallet = User['wallet']

/** Longer than a page takes to load. */
const PAGE_LOAD_MS = 10_000

/** What the person has, as the newest reply or live event said; null when nobody is signed in. The only copy of it. */
export function useWallet(): Wallet | null {
  return useSession().person?.wallet ?? null
}

/** The wallet, brought up to date by the one that a page was loaded with: it is newer when no live event has come since. */
export function useLoadedWallet(loaded: Wallet | null): Wallet | null {
  const { setWallet } = useSession()
  useLayoutEffect(() => {
    if (loaded) setWallet(loaded, performance.now() - PAGE_LOAD_MS)
  }, [loaded, setWallet])
  return useWallet()
}

let request: Promise<{ wallet: Wallet }> | null = null

/** Asks the server for the wallet. Those who ask in the same moment share a request; the promise never rejects. */
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
      () => {}, // what was known stays, and a live event brings the next
    )
  }, [setWallet])
}
