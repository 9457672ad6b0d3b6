import { readUserCookie } from '../../api/user-cookie.ts'

/**
 * Reloads the page of this person, or guest, when someone comes back to it, from another tab or another window beside it,
 * and another person was signed in there: otherwise what is done here would be done in that account. Returns a function
 * that stops this.
 */
export function reloadForOtherPerson(personId: string): () => void {
  const check = () => {
    const signedIn = document.visibilityState === 'visible' ? readUserCookie() : null
    // Without a network, the page of the other person would not come.
    if (signedIn?.id && signedIn.id !== personId && navigator.onLine) window.location.reload()
  }
  document.addEventListener('visibilitychange', check)
  // Two windows side by side both stay visible.
  window.addEventListener('focus', check)
  return () => {
    document.removeEventListener('visibilitychange', check)
    window.removeEventListener('focus', check)
  }
}
