import { useEffect, useState } from 'react'
import { type ClientLoaderFunctionArgs, useLocation } from 'react-router'

/** What a page brought when this document last showed it; `isKept` when it is shown from here. */
export type Kept<Data> = Data & { isKept?: true; renewal?: Promise<Data> }

const MOST = 12
/** Older than this, a page is asked for before it is shown. */
const KEPT_FOR_MS = 300_000
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
 * Gives what the page is to show, and keeps it for the next time. A renewal comes in as the page's own state, as
 * `renew` makes it of what was shown and what is so now: the router, told to load again, would ask for every part of
 * the page and put its scroll place anew.
 */
export function useKeptPage<Data extends object>(
  loaded: Kept<Data>,
  renew: (shown: Data, fresh: Data) => Data = (_shown, fresh) => fresh,
): Data {
  const { pathname, search } = useLocation()
  const address = pathname + search
  const [renewed, setRenewed] = useState<{ of: object; data: Data } | null>(null)
  useEffect(() => {
    if (!loaded.isKept) keepData(address, loaded)
    let isShown = true
    loaded.renewal?.then(
      (fresh) => {
        const data = renew(loaded, fresh)
        const known = kept.get(address)
        if (known) known.data = data
        if (isShown) setRenewed({ of: loaded, data })
      },
      // What is shown stays, as it would without a connection.
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [loaded, address, renew])
  return renewed?.of === loaded ? renewed.data : loaded
}
