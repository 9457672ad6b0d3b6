import type { User } from '@everkin/contract/types.ts'
import { useState } from 'react'
import { EmailStep } from './email-step.tsx'
import { PasswordStep } from './password-step.tsx'

interface EmailOrPasswordProps {
  onSent: (email: string) => void
  onSignedIn: (person: User) => void
  resetPath: string
  /** The address entered before, when someone returns from the code. */
  given?: string
  /** Shows a hint above the field about the next step of the selected method. */
  hasHint?: boolean
}

/** Sign-in with email and code, or with email and password; the typed address is preserved when switching. */
export function EmailOrPassword({ onSent, onSignedIn, resetPath, given = '', hasHint }: EmailOrPasswordProps) {
  const [way, setWay] = useState<'code' | 'password'>('code')
  const [typed, setTyped] = useState(given)
  const change = (next: typeof way) => (email: string) => {
    setTyped(email)
    setWay(next)
  }
  return way === 'code' ? (
    <EmailStep onSent={onSent} typed={typed} hasHint={hasHint} onUsePassword={change('password')} />
  ) : (
    <PasswordStep typed={typed} onSignedIn={onSignedIn} onUseCode={change('code')} resetPath={resetPath} />
  )
}
