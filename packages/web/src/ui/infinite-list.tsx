import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { useText } from '../i18n/use-text.ts'
import { LinkButton } from './button.tsx'
import { useToast } from './toast.tsx'

interface Page<Item> {
  items: Item[]
  next: string | null
}

/** What has been loaded beyond the first page, kept while the document lives: going back finds the list as it was. */
const loadedPages = new Map<string, Page<unknown>>()

/**
 * An endless list by cursor. The first page comes with the document; further ones when the end comes into view, or by
 * the button, which is also a plain link. `key` names the list (its address): another key is another list.
 */
export function useInfiniteList<Item extends { id: string }>(
  key: string,
  first: Page<Item>,
  load: (cursor: string) => Promise<Page<Item>>,
) {
  const [, redraw] = useState(0)
  const [isLoading, setIsLoading] = useState(false)
  const end = useRef<HTMLAnchorElement>(null)
  const more = loadedPages.get(key) as Page<Item> | undefined // one key always holds one kind of item
  const items = more ? [...first.items, ...more.items.filter(isNotIn(first.items))] : first.items
  const next = more ? more.next : first.next

  async function loadMore(): Promise<void> {
    if (next === null || isLoading) return
    setIsLoading(true)
    try {
      const page = await load(next)
      const before = loadedPages.get(key)?.items ?? []
      loadedPages.set(key, { items: [...before, ...page.items], next: page.next })
    } finally {
      setIsLoading(false)
      redraw((count) => count + 1)
    }
  }

  const loadLatest = useRef(loadMore)
  loadLatest.current = loadMore
  useEffect(() => {
    const place = end.current
    if (!place || next === null) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        // A failed page leaves the button in its place; it says what went wrong when it is pressed.
        if (entry?.isIntersecting) loadLatest.current().catch(() => observer.disconnect())
      },
      { rootMargin: '600px' },
    )
    observer.observe(place)
    return () => observer.disconnect()
  }, [next])

  return { items, next, isLoading, loadMore, end }
}

/** What has moved to the first page since the rest was loaded stands there alone. */
function isNotIn(items: readonly { id: string }[]): (item: { id: string }) => boolean {
  const ids = new Set(items.map((item) => item.id))
  return ({ id }) => !ids.has(id)
}

interface LoadMoreLinkProps {
  list: Pick<ReturnType<typeof useInfiniteList>, 'next' | 'isLoading' | 'loadMore' | 'end'>
  /** Where the rest of the list is read without scripts. */
  address: (cursor: string) => string
  /** What to say where nothing follows; nothing if left out. */
  end?: string
  /** Loads what follows when the end comes into view; else only when it is pressed. */
  automatic?: boolean
}

/** The end of an endless list: a button that loads more and is a plain link too. */
export function LoadMoreLink({ list, address, end, automatic = false }: LoadMoreLinkProps) {
  const text = useText()
  const toasts = useToast()
  if (list.next === null) return end ? <p className="list-end small faint">{end}</p> : null
  return (
    <p className="list-end">
      <LinkButton
        ref={automatic ? list.end : undefined}
        to={address(list.next)}
        aria-busy={list.isLoading || undefined}
        onClick={(event) => {
          event.preventDefault()
          list.loadMore().catch((failure: unknown) => {
            toasts.show(errorMessage(failure, text), 'error')
          })
        }}
      >
        {text(list.isLoading ? 'shell.loading' : 'shell.actions.more')}
      </LinkButton>
    </p>
  )
}
