import type { ReactNode, Ref } from 'react'
import { Link, type LinkProps } from 'react-router'
import { type ButtonLook, type ButtonSize, buttonClass } from './button.tsx'

interface LinkButtonProps extends LinkProps {
  ref?: Ref<HTMLAnchorElement>
  look?: ButtonLook
  size?: ButtonSize
  wide?: boolean
  children: ReactNode
}

/** A link that looks like a button: for going somewhere, where a button would do something. */
export function LinkButton({ look, size, wide, className = '', children, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={`${buttonClass(look, size, wide)} ${className}`}>
      {children}
    </Link>
  )
}
