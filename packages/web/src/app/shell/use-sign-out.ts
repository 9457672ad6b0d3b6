import { forgetPerson, useSession } from '../../features/accounts/session.tsx'
import { useLocale } from '../../i18n/use-text.ts'
import { forgetKept } from '../../lib/kept.ts'
import { pathTo } from '../paths.ts'
import { announceAfterReload } from './announce-after-reload.ts'

/** The two ways to leave this browser: signing out, and what remains to be done once the account has been deleted. */
export function useSignOut(): { signOut: () => Promise<void>; afterDeletion: () => Promise<void> } {
  const { person, signOut } = useSession()
  const home = pathTo('index', useLocale())
  return {
    async signOut() {
      if (person) await clearWriting(person.id, { evenUnsent: false })
      await forgetKept(null)
      announceAfterReload('signedOut')
      await signOut(home)
    },
    async afterDeletion() {
      if (person) await clearWriting(person.id, { evenUnsent: true })
      await forgetKept(null)
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
async function clearWriting(personId: string, { evenUnsent }: { evenUnsent: boolean }): Promise<void> {
  try {
    const { eraseOutboxAndDrafts, countUnsent } = await import('../../features/chats/realtime/erase-unsent.ts')
    if (evenUnsent || (await countUnsent(personId)) === 0) await eraseOutboxAndDrafts(personId)
  } catch {
    // Leaving must work on a browser that keeps nothing or can load nothing any more.
  }
}
