import type { ButtonHTMLAttributes, ComponentProps, MouseEvent, ReactNode, Ref } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'

export type ButtonVariant = 'primary' | 'quiet' | 'ghost' | 'danger'
export type ButtonSize = 'small' | 'normal' | 'large'

/** The classes of a button, for links that look like one. */
export function buttonClass(variant: ButtonVariant = 'quiet', size: ButtonSize = 'normal', wide = false): string {
  return `button button-${variant} button-${size}${wide ? ' button-wide' : ''}`
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** At most one `primary` button in a view or dialog. */
  variant?: ButtonVariant
  size?: ButtonSize
  wide?: boolean
  /** Shows that the action is running and ignores further presses. */
  busy?: boolean
  children: ReactNode
}

export function Button({ variant, size, wide, busy = false, className = '', children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`${buttonClass(variant, size, wide)} ${className}`}
      // Not `disabled` while it is busy, which would lose the focus.
      {...(busy && {
        'aria-busy': true,
        'aria-disabled': true,
        onClick: (event: MouseEvent) => event.preventDefault(),
      })}
    >
      {children}
    </button>
  )
}

interface LinkButtonProps extends LinkProps {
  ref?: Ref<HTMLAnchorElement>
  variant?: ButtonVariant
  size?: ButtonSize
  wide?: boolean
  children: ReactNode
}

/** A link that looks like a button. Use it for navigation, and `Button` for actions. */
export function LinkButton({ variant, size, wide, className = '', children, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={`${buttonClass(variant, size, wide)} ${className}`}>
      {children}
    </Link>
  )
}

interface IconButtonProps extends ComponentProps<'button'> {
  icon: IconName
  /** Accessible name; the button has no visible text. */
  label: string
  mirror?: boolean
}

/** A button with only an icon and a 44 px target. */
export function IconButton({ icon, label, mirror, className = '', ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className={`icon-button ${className}`} aria-label={label} title={label}>
      <Icon name={icon} mirror={mirror} />
    </button>
  )
}
