import { useCallback } from 'react'
import { useRevalidator } from 'react-router'
import { useSession } from '../../session/session.tsx'

/** Set while the page of a guest is loaded again for the account that they have signed in to. */
let hasGuestSignedIn = false

/** Whether the page loads again because a guest has signed in. */
export function isReloadingForGuest(): boolean {
  return hasGuestSignedIn
}

/** Signs a guest in and loads the page again: the chat is the account's then. */
export function useKeepChat(): () => void {
  const { askToSignIn } = useSession()
  const { revalidate } = useRevalidator()
  return useCallback(() => {
    askToSignIn(() => {
      hasGuestSignedIn = true
      void revalidate().finally(() => {
        hasGuestSignedIn = false
      })
    })
  }, [askToSignIn, revalidate])
}
