import { useText } from '../i18n/use-text.ts'
import type { useEndlessList } from '../lib/use-endless-list.ts'
import { LinkButton } from './link-button.tsx'
import { useToast } from './toast.tsx'

interface MoreLinkProps {
  list: Pick<ReturnType<typeof useEndlessList>, 'next' | 'isLoading' | 'loadMore' | 'end'>
  /** Where the rest of the list is read without scripts. */
  address: (cursor: string) => string
  /** What to say where nothing follows; nothing if left out. */
  end?: string
  /** Loads what follows when the end comes into view; else only when it is pressed. */
  unasked?: boolean
}

/** The end of an endless list: a button that loads more and is a plain link too. */
export function MoreLink({ list, address, end, unasked = false }: MoreLinkProps) {
  const text = useText()
  const toasts = useToast()
  if (list.next === null) return end ? <p className="list-end small faint">{end}</p> : null
  return (
    <p className="list-end">
      <LinkButton
        ref={unasked ? list.end : undefined}
        to={address(list.next)}
        aria-busy={list.isLoading || undefined}
        onClick={(event) => {
          event.preventDefault()
          list.loadMore().catch((failure: unknown) => {
            toasts.show(failure instanceof Error ? failure.message : text('errors.internal'), 'error')
          })
        }}
      >
        {text(list.isLoading ? 'shell.loading' : 'shell.actions.more')}
      </LinkButton>
    </p>
  )
}
