import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { LineSkeleton } from '../../ui/skeleton.tsx'
import { pathTo } from '../paths.ts'

// Loaded when the menu is opened: most readers never do.
const RecentChats = lazy(async () => ({
  default: (await import('../../features/chats/list/recent-chats.tsx')).RecentChats,
}))

/** The most recent chat partners, behind a button in the header, as a `popover`. */
export function RecentMenu() {
  const text = useText()
  const locale = useLocale()
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const close = () => panel.current?.hidePopover()

  // Opened by the browser before this part of the page was hydrated.
  useEffect(() => setIsOpen(panel.current?.matches(':popover-open') ?? false), [])
  useEffect(() => {
    if (isOpen) panel.current?.focus()
  }, [isOpen])

  return (
    <span className="menu-anchor">
      <button
        type="button"
        className="icon-button"
        aria-label={text('shell.header.recent')}
        title={text('shell.header.recent')}
        aria-haspopup="dialog"
        popoverTarget={id}
      >
        <Icon name="clock-counter-clockwise" />
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        className="menu recent"
        role="dialog"
        aria-labelledby={`${id}-title`}
        tabIndex={-1}
        onToggle={(event) => setIsOpen(event.newState === 'open')}
      >
        <h2 className="menu-heading title-3" id={`${id}-title`}>
          {text('shell.header.recent')}
        </h2>
        {isOpen ? (
          <Suspense fallback={<LineSkeleton tall />}>
            <RecentChats
              pathOfChat={(chatId) => pathTo('chat', locale, {}, { chat_id: chatId })}
              allPath={pathTo('chathistory', locale)}
              explorePath={pathTo('index', locale)}
              onLeave={close}
            />
          </Suspense>
        ) : null}
      </div>
    </span>
  )
}
