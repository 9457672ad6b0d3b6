import { useEffect, useState } from 'react'
import { type ClientLoaderFunctionArgs, useLocation } from 'react-router'

/** What a page brought when this document last showed it; `isKept` when it is shown from here. */
export type Kept<Data> = Data & { isKept?: true; renewal?: Promise<Data> }

const MOST = 12
/** Older than this, a page is asked for before it is shown. */
const KEPT_FOR_MS = 300_000
/**
 * The browser ends its own step back first. A page that is there within a frame or two is sometimes sent to its top
 * afterwards, on a touch screen and a busy device: 8 of 18 times, and never in 8 after this pause (e2e/explore.spec.ts
 * beside two busy loops).
 */
const SETTLE_MS = 60

const kept = new Map<string, { data: object; at: number }>()

/** Lets go of all: when someone else is reading, or the same person's age has changed. */
export function forgetKeptPages(): void {
  kept.clear()
}

/**
 * A client loader for pages that one goes back to: what they brought a while ago is shown at once, without waiting for
 * the server. With `renews` it is asked for behind it; the page calls `useKeptPage`, which brings in the answer.
 */
export async function loadKept<Data extends object>(
  { request, serverLoader }: ClientLoaderFunctionArgs,
  { renews }: { renews: boolean },
): Promise<Kept<Data>> {
  const { pathname, search } = new URL(request.url)
  const known = keptData<Data>(pathname + search)
  const ask = () => serverLoader<Data>() as Promise<Data>
  if (!known) return ask()
  await new Promise((done) => setTimeout(done, SETTLE_MS))
  if (!renews) return { ...known, isKept: true }
  const renewal = ask()
  // Nobody may be there to hear it: a page that was left again is never drawn.
  renewal.catch(() => undefined)
  return { ...known, isKept: true, renewal }
}

/** What was kept under a name, unless it is too old. The one name is always given the same kind of data. */
export function keptData<Data extends object>(name: string): Data | null {
  const known = kept.get(name)
  return known && Date.now() - known.at < KEPT_FOR_MS ? (known.data as Data) : null
}

export function keepData(name: string, data: object): void {
  kept.delete(name)
  kept.set(name, { data, at: Date.now() })
  for (const oldest of [...kept.keys()].slice(0, -MOST)) kept.delete(oldest)
}

/**
 * Gives what the page is to show, and keeps it for the next time. A renewal comes in as the page's own state: the
 * router, told to load again, would ask for every part of the page and put its scroll place anew.
 */
export function useKeptPage<Data extends object>(loaded: Kept<Data>): Data {
  const { pathname, search } = useLocation()
  const address = pathname + search
  const [renewed, setRenewed] = useState<{ of: object; data: Data } | null>(null)
  const data = renewed?.of === loaded ? renewed.data : loaded
  useEffect(() => {
    if (!loaded.isKept) keepData(address, loaded)
    let isShown = true
    loaded.renewal?.then(
      (fresh) => {
        keepData(address, fresh)
        if (isShown) setRenewed({ of: loaded, data: fresh })
      },
      // What is shown stays, as it would without a connection.
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [loaded, address])
  return data
}
