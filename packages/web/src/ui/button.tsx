import type { ButtonHTMLAttributes, ReactNode } from 'react'

export type ButtonLook = 'primary' | 'quiet' | 'ghost' | 'danger'
export type ButtonSize = 'small' | 'normal' | 'large'

/** The classes of a button, for links that look like one. */
export function buttonClass(look: ButtonLook = 'quiet', size: ButtonSize = 'normal', wide = false): string {
  return `button button-${look} button-${size}${wide ? ' button-wide' : ''}`
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** At most one `primary` in a view or dialog. */
  look?: ButtonLook
  size?: ButtonSize
  wide?: boolean
  /** Shows that the action is under way and takes no second press. */
  busy?: boolean
  children: ReactNode
}

export function Button({ look, size, wide, busy = false, className = '', disabled, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`${buttonClass(look, size, wide)} ${className}`}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {children}
    </button>
  )
}
