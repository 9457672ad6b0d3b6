import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface ChipLinkProps {
  to: string
  current?: boolean
  children: ReactNode
}

/** A choice that is an address of its own, so that it works before any script. */
export function ChipLink({ to, current = false, children }: ChipLinkProps) {
  return (
    <Link className="chip" to={to} aria-current={current ? 'true' : undefined} preventScrollReset>
      {children}
    </Link>
  )
}
