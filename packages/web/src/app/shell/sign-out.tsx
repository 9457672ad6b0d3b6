import { lazy, Suspense, useEffect } from 'react'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { clearOfflineCaches } from '../../lib/offline-cache.ts'
import { forgetPerson, useSession } from '../../session/session.tsx'
import { useToast } from '../../ui/toast.tsx'
import { pathTo } from '../paths.ts'

const ANNOUNCEMENT = 'everkin-announcement'
const TEXTS = { accountDeleted: 'accounts.delete.done', signedOut: 'accounts.signedOut' } as const

export type Announcement = keyof typeof TEXTS

/** Leaves a word for the document that is loaded next: the session ends with the old one. */
export function announceAfterReload(what: Announcement): void {
  sessionStorage.setItem(ANNOUNCEMENT, what)
}

/** Says what was left to be said, once. */
export function useAnnouncement(): void {
  const text = useText()
  const toasts = useToast()
  useEffect(() => {
    const what = sessionStorage.getItem(ANNOUNCEMENT)
    if (what === null || !Object.hasOwn(TEXTS, what)) return
    sessionStorage.removeItem(ANNOUNCEMENT)
    toasts.show(text(TEXTS[what as Announcement])) // it is a key of TEXTS, as the line above made sure
  }, [text, toasts])
}

/** The two ways to leave this browser: signing out, and what remains to be done once the account has been deleted. */
export function useSignOut(): { signOut: () => Promise<void>; afterDeletion: () => Promise<void> } {
  const { person, signOut } = useSession()
  const home = pathTo('index', useLocale())
  return {
    async signOut() {
      if (person) await clearDrafts(person.id, { evenUnsent: false })
      await clearOfflineCaches(null)
      announceAfterReload('signedOut')
      await signOut(home)
    },
    async afterDeletion() {
      if (person) await clearDrafts(person.id, { evenUnsent: true })
      await clearOfflineCaches(null)
      forgetPerson()
      announceAfterReload('accountDeleted')
      window.location.assign(home)
    },
  }
}

/**
 * Empties the person's drafts in this browser. Messages that still wait to be sent are kept under their account for the
 * next sign-in, unless the account itself is gone: nothing written is lost by signing out.
 */
async function clearDrafts(personId: string, { evenUnsent }: { evenUnsent: boolean }): Promise<void> {
  try {
    const { eraseOutboxAndDrafts, countUnsent } = await import('../../features/chats/realtime/erase-unsent.ts')
    if (evenUnsent || (await countUnsent(personId)) === 0) await eraseOutboxAndDrafts(personId)
  } catch {
    // Leaving must work on a browser that keeps nothing or can load nothing any more.
  }
}

// Loaded when it is opened: hardly anyone ever sees it.
const DeleteAccountDialog = lazy(async () => ({
  default: (await import('../../features/accounts/delete-account-dialog.tsx')).DeleteAccountDialog,
}))

/** The question before an account is deleted, and the way out afterwards. */
export function DeleteAccount({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { afterDeletion } = useSignOut()
  return open ? (
    <Suspense fallback={null}>
      <DeleteAccountDialog open onClose={onClose} onDeleted={() => void afterDeletion()} />
    </Suspense>
  ) : null
}
