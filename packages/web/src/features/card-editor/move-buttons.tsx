import { useText } from '../../i18n/use-text.ts'
import { IconButton } from '../../ui/button.tsx'

interface MoveButtonsProps {
  /** The name of what is moved, for the labels of the buttons. */
  what: string
  at: number
  count: number
  onMove: (by: -1 | 1) => void
  /** The rows are keyed by their place, so the focus must follow what is moved to the next row. */
  movesFocus?: boolean
}

/** Moves a row of a list up or down. At the ends they are `aria-disabled`, since `disabled` would lose the focus. */
export function MoveButtons({ what, at, count, onMove, movesFocus = false }: MoveButtonsProps) {
  const text = useText()
  function move(button: HTMLElement, by: -1 | 1) {
    if (at + by < 0 || at + by >= count) return
    onMove(by)
    if (!movesFocus) return
    const row = button.closest('li')
    const next = by === -1 ? row?.previousElementSibling : row?.nextElementSibling
    next?.querySelector<HTMLElement>(`[data-move="${by}"]`)?.focus()
  }
  return (
    <>
      <IconButton
        icon="arrow-up"
        label={text('card-editor.up', { what })}
        aria-disabled={at === 0}
        data-move={-1}
        onClick={({ currentTarget }) => move(currentTarget, -1)}
      />
      <IconButton
        icon="arrow-down"
        label={text('card-editor.down', { what })}
        aria-disabled={at === count - 1}
        data-move={1}
        onClick={({ currentTarget }) => move(currentTarget, 1)}
      />
    </>
  )
}
