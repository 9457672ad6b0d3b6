import type { ApiData } from '@everkin/contract/api-types.ts'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { isApiError } from '../../api/api-error.ts'

const ConfirmIdentityDialog = lazy(async () => ({
  default: (await import('./confirm-identity-dialog.tsx')).ConfirmIdentityDialog,
}))

interface Waiting {
  confirmed: () => void
  closed: () => void
}

/** Runs an action; when the server first wants to know who is there, asks the person and runs it again. */
export type WithFreshSignIn = <Result>(action: () => Promise<Result>) => Promise<Result>

/**
 * For actions that need a fresh sign-in. Render `dialog` beside what starts them. Without a confirmation the action
 * rejects with the server's refusal.
 */
export function useFreshSignIn(config: ApiData<'GET /api/config'> | null): {
  withFreshSignIn: WithFreshSignIn
  dialog: ReactNode
} {
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const finish = (how: keyof Waiting) => {
    waiting?.[how]()
    setWaiting(null)
  }

  const withFreshSignIn: WithFreshSignIn = async (action) => {
    try {
      return await action()
    } catch (refusal) {
      if (!isApiError(refusal, 'NotAllowed') || refusal.data?.reason !== 'fresh_sign_in') throw refusal
      await new Promise<void>((resolve, reject) => {
        setWaiting({ confirmed: resolve, closed: () => reject(refusal) })
      })
      return action()
    }
  }
  return {
    withFreshSignIn,
    dialog: waiting ? (
      <Suspense fallback={null}>
        <ConfirmIdentityDialog
          config={config}
          onConfirmed={() => finish('confirmed')}
          onClose={() => finish('closed')}
        />
      </Suspense>
    ) : null,
  }
}
