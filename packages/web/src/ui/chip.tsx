import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface ChipLinkProps {
  to: string
  current?: boolean
  /** Accessible name, where the children do not say what the link does. */
  label?: string
  children: ReactNode
}

/** A choice with its own address, so that it works without scripts. */
export function ChipLink({ to, current = false, label, children }: ChipLinkProps) {
  return (
    <Link className="chip" to={to} aria-current={current ? 'true' : undefined} aria-label={label} preventScrollReset>
      {children}
    </Link>
  )
}
