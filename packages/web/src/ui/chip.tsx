import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface ChipLinkProps {
  to: string
  current?: boolean
  children: ReactNode
}

/** A choice with its own address, so that it works without scripts. */
export function ChipLink({ to, current = false, children }: ChipLinkProps) {
  return (
    <Link className="chip" to={to} aria-current={current ? 'true' : undefined} preventScrollReset>
      {children}
    </Link>
  )
}
