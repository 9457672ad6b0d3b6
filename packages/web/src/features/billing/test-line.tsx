import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import './billing.css'

/** States that this is a test and no money moves; shown with everything about the built-in provider. */
export function TestLine({ children }: { children: ReactNode }) {
  return (
    <p className="test-line">
      <Icon name="flask" size="small" />
      <span>{children}</span>
    </p>
  )
}
