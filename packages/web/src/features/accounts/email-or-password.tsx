import type { User } from '@everkin/contract/types.ts'
import { useState } from 'react'
import { EmailStep } from './email-step.tsx'
import { PasswordStep } from './password-step.tsx'

interface EmailOrPasswordProps {
  onSent: (email: string) => void
  onSignedIn: (person: User) => void
  resetPath: string
  /** The address that was given before, when someone comes back from the code. */
  given?: string
  /** Says above the field what will come, in the way that is chosen. */
  hasHint?: boolean
}

/** Address and code, or address and password; the address that was typed stays when the way is changed. */
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
