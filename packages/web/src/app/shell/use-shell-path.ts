import { useSession } from '../../features/accounts/session.tsx'
import { useLocale } from '../../i18n/use-text.ts'
import { type PageName, pathTo } from '../paths.ts'

/** The frame's links to these lead to sign-in first; some of the pages are open to whoever has their address (§2). */
const AFTER_SIGN_IN: readonly PageName[] = ['createSingle', 'chathistory', 'me', 'AboutView', 'getAPP']

/** Where a link of the frame leads: to the page, or to sign-in and from there to the page. */
export function useShellPath(): (page: PageName) => string {
  const { person } = useSession()
  const locale = useLocale()
  return (page) => {
    const path = pathTo(page, locale)
    return person || !AFTER_SIGN_IN.includes(page) ? path : pathTo('login', locale, {}, { next: path })
  }
}
