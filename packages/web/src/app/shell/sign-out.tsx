import { lazy, Suspense, useEffect } from 'react'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { clearOfflineCaches } from '../../lib/offline-cache.ts'
import { readTabItem, writeTabItem } from '../../lib/tab-storage.ts'
import { forgetPerson, useSession } from '../../session/session.tsx'
import { useToast } from '../../ui/toast.tsx'
import { pathTo } from '../paths.ts'
import { useSiteConfig } from '../use-site-config.ts'

const ANNOUNCEMENT = 'everkin-announcement'
const TEXTS = { accountDeleted: 'accounts.delete.done', signedOut: 'accounts.signedOut' } as const

export type Announcement = keyof typeof TEXTS

/**
 * Leaves an announcement to the document that is loaded next, because signing out reloads the page. It is stored when this
 * document ends: otherwise a render in between would show it here, for a moment.
 */
export function announceAfterReload(what: Announcement): void {
  window.addEventListener('pagehide', () => writeTabItem(ANNOUNCEMENT, what), { once: true })
}

/** Shows the stored announcement, once. */
export function useAnnouncement(): void {
  const text = useText()
  const toasts = useToast()
  useEffect(() => {
    const what = readTabItem(ANNOUNCEMENT)
    if (!Object.hasOwn(TEXTS, what)) return
    writeTabItem(ANNOUNCEMENT, null)
    toasts.show(text(TEXTS[what as Announcement])) // a key of TEXTS, checked on the line above
  }, [text, toasts])
}

/** Signing out, and the same cleanup after the account was deleted. */
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
 * Deletes the person's drafts in this browser. Unsent messages stay stored under their account until the next sign-in,
 * unless the account itself was deleted: signing out must not lose anything that was written.
 */
async function clearDrafts(personId: string, { evenUnsent }: { evenUnsent: boolean }): Promise<void> {
  try {
    const { eraseOutboxAndDrafts, countUnsent } = await import('../../features/chats/realtime/erase-unsent.ts')
    if (evenUnsent || (await countUnsent(personId)) === 0) await eraseOutboxAndDrafts(personId)
  } catch {
    // Signing out must work even if the storage or the code for it is unavailable.
  }
}

// Loaded on demand: hardly anyone opens it.
const DeleteAccountDialog = lazy(async () => ({
  default: (await import('../../features/accounts/delete-account-dialog.tsx')).DeleteAccountDialog,
}))

/** The confirmation before an account is deleted, and the sign-out afterwards. */
export function DeleteAccount({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { afterDeletion } = useSignOut()
  const config = useSiteConfig()
  return open ? (
    <Suspense fallback={null}>
      <DeleteAccountDialog open config={config} onClose={onClose} onDeleted={() => void afterDeletion()} />
    </Suspense>
  ) : null
}
