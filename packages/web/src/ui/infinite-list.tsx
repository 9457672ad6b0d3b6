import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { useText } from '../i18n/use-text.ts'
import { LinkButton } from './button.tsx'
import { useToast } from './toast.tsx'

interface Page<Item> {
  items: Item[]
  next: string | null
}

/** Pages after the first, cached for the lifetime of the document, so that going back shows the whole list again. */
const loadedPages = new Map<string, Page<unknown>>()

/**
 * A list with endless scrolling by cursor. The first page is loaded with the document; further ones when the end
 * becomes visible, or by the button, which is also a plain link. `key` identifies the list (its address): another key
 * is another list.
 */
export function useInfiniteList<Item extends { id: string }>(
  key: string,
  first: Page<Item>,
  load: (cursor: string) => Promise<Page<Item>>,
) {
  const [, redraw] = useState(0)
  const [isLoading, setIsLoading] = useState(false)
  const isBusy = useRef(false)
  const end = useRef<HTMLAnchorElement>(null)
  const more = loadedPages.get(key) as Page<Item> | undefined // each key always has the same type of items
  const items = more ? [...first.items, ...more.items.filter(isNotIn(first.items))] : first.items
  const next = more ? more.next : first.next

  async function loadMore(): Promise<void> {
    // Not the rendered state: a press and the end of the list may both call this before it is rendered.
    const loaded = loadedPages.get(key)
    const cursor = loaded ? loaded.next : first.next
    if (cursor === null || isBusy.current) return
    isBusy.current = true
    setIsLoading(true)
    try {
      const page = await load(cursor)
      const before = loadedPages.get(key)?.items ?? []
      loadedPages.set(key, { items: [...before, ...page.items], next: page.next })
    } finally {
      isBusy.current = false
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
        // After a failure the button remains; pressing it shows the error.
        if (entry?.isIntersecting) loadLatest.current().catch(() => observer.disconnect())
      },
      { rootMargin: '600px' },
    )
    observer.observe(place)
    return () => observer.disconnect()
  }, [next])

  return { items, next, isLoading, loadMore, end }
}

/** Excludes items that have moved to the first page since the rest was loaded. */
function isNotIn(items: readonly { id: string }[]): (item: { id: string }) => boolean {
  const ids = new Set(items.map((item) => item.id))
  return ({ id }) => !ids.has(id)
}

interface LoadMoreLinkProps {
  list: Pick<ReturnType<typeof useInfiniteList>, 'next' | 'isLoading' | 'loadMore' | 'end'>
  /** Address of the rest of the list, for use without scripts. */
  address: (cursor: string) => string
  /** Text at the end of the list. */
  end?: string
  /** Loads more when the end becomes visible; otherwise only on a press. */
  automatic?: boolean
}

/** The end of an endless list: a button that loads more and is also a plain link. */
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
