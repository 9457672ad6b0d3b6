import { useEffect } from 'react'
import { type ClientLoaderFunctionArgs, useLocation, useRevalidator } from 'react-router'

/** What a page brought when this document last showed it; `isKept` when it is shown from here. */
export type Kept<Data> = Data & { isKept?: true }

const MOST = 12
/** Older than this, a page is asked for before it is shown. */
const KEPT_FOR_MS = 300_000

const kept = new Map<string, { data: object; at: number }>()

/** Lets go of all: when someone else is reading, or the same person's age has changed. */
export function forgetKeptPages(): void {
  kept.clear()
}

/**
 * A client loader for pages that one goes back to: what they brought a while ago is shown at once, without asking the
 * server. The page calls `useKeptPage`, and brings itself up to date.
 */
export async function loadKept<Data extends object>({
  request,
  serverLoader,
}: ClientLoaderFunctionArgs): Promise<Kept<Data>> {
  const { pathname, search } = new URL(request.url)
  const known = keptData<Data>(pathname + search)
  return known ? { ...known, isKept: true } : (serverLoader<Data>() as Promise<Data>)
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

/** Keeps what this page shows for the next time. With `renews`, what is shown from here is asked for anew behind it. */
export function useKeptPage(data: Kept<object>, { renews }: { renews: boolean }): void {
  const { pathname, search } = useLocation()
  const { revalidate } = useRevalidator()
  const address = pathname + search
  useEffect(() => {
    if (!data.isKept) keepData(address, data)
    else if (renews) {
      kept.delete(address)
      void revalidate()
    }
  }, [data, address, renews, revalidate])
}
