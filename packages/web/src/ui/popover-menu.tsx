import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef } from 'react'

interface PopoverMenuProps {
  /** Accessible name of the button. */
  label: string
  /** Visible content of the button. */
  trigger: ReactNode
  /** The trigger contains text, which is then the button's name; `label` is only that of the menu. */
  hasWords?: boolean
  triggerClass?: string
  /** Shown above the entries; cannot be selected. */
  heading?: ReactNode
  /** Called before the menu opens or closes; `preventDefault` leaves it as it is. */
  onPress?: (event: MouseEvent) => void
  onOpenChange?: (isOpen: boolean) => void
  children: ReactNode
}

/**
 * A button with a menu based on `popover`, which closes on Esc, on Tab and on a press outside. Entries are `MenuItem`s;
 * arrow keys, Home and End move between them.
 */
export function PopoverMenu({
  label,
  trigger,
  hasWords = false,
  triggerClass = 'icon-button',
  heading,
  onPress,
  onOpenChange,
  children,
}: PopoverMenuProps) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)

  function moveFocus(event: KeyboardEvent) {
    // The focus returns to the button, from where Tab goes on.
    if (event.key === 'Tab') return menu.current?.hidePopover()
    const items = [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
    const at = items.indexOf(document.activeElement as HTMLElement) // -1 for an element outside the list
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key]
    if (next === undefined || items.length === 0) return
    event.preventDefault()
    items[(next + items.length) % items.length]?.focus()
  }

  return (
    <span className="menu-anchor">
      <button
        type="button"
        className={triggerClass}
        aria-label={hasWords ? undefined : label}
        aria-haspopup="menu"
        popoverTarget={id}
        onClick={onPress}
      >
        {trigger}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it moves the focus between the entries inside */}
      <div
        ref={menu}
        id={id}
        popover="auto"
        className="menu"
        onKeyDown={moveFocus}
        onToggle={(event) => {
          onOpenChange?.(event.newState === 'open')
          if (event.newState !== 'open' || !menu.current) return
          placeMenu(menu.current)
          menu.current.querySelector<HTMLElement>('[role=menuitem]')?.focus()
        }}
      >
        {heading ? <div className="menu-heading">{heading}</div> : null}
        <div role="menu" aria-label={label}>
          {children}
        </div>
      </div>
    </span>
  )
}

/** Places a menu that would overflow the bottom of the screen above its button, if there is room. */
function placeMenu(menu: HTMLElement): void {
  delete menu.dataset.above
  const { bottom, height } = menu.getBoundingClientRect()
  const above = menu.previousElementSibling?.getBoundingClientRect().top ?? 0
  if (bottom > innerHeight && above > height) menu.dataset.above = ''
}

interface MenuItemProps {
  onSelect: () => void
  danger?: boolean
  current?: boolean
  /** Read aloud after the name, such as a price. */
  description?: string
  children: ReactNode
}

/** An entry of a `PopoverMenu`; selecting it closes the menu. */
export function MenuItem({ onSelect, danger = false, current, description, children }: MenuItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={`menu-item${danger ? ' menu-item-danger' : ''}`}
      aria-current={current || undefined}
      aria-description={description}
      onClick={(event) => {
        event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
        onSelect()
      }}
    >
      {children}
    </button>
  )
}
