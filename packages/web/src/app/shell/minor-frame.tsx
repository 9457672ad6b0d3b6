import { lazy, Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { Mark } from '../../ui/mark.tsx'
import { type PageName, pageAt } from '../paths.ts'
import type { MinorHelp } from './minor-page.tsx'
import { useSignOut } from './use-sign-out.ts'

// Loaded when it is wanted: this frame comes with every page, and nearly nobody sees it.
const MinorPage = lazy(async () => ({ default: (await import('./minor-page.tsx')).MinorPage }))

/** Texts that everyone may read, and the ways to a person. */
const STILL_OPEN: PageName[] = [
  'safety',
  'PrivacyPolicy',
  'TermsofUse',
  'linkverse-privacy',
  'linkverse-terms',
  'soulcardprivacy',
  'soulcardtos',
]

/** The whole site for someone under 18 in a house for adults: no shop, no switch, no chat; help, and the way out. */
export function MinorFrame({ closed }: { closed: MinorHelp }) {
  const { signOut } = useSignOut()
  const text = useText()
  const page = pageAt(useLocation().pathname)
  return (
    <>
      <header className="top top-plain">
        <span className="brand">
          <Mark />
          Everkin
        </span>
        <span className="space" />
        <Button look="ghost" onClick={() => void signOut()}>
          <span className="capitalise">{text('shell.account.signOut')}</span>
        </Button>
      </header>
      <main className="main" id="main" tabIndex={-1}>
        {page && STILL_OPEN.includes(page) ? (
          <Outlet />
        ) : (
          <Suspense fallback={null}>
            <MinorPage {...closed} />
          </Suspense>
        )}
      </main>
    </>
  )
}
