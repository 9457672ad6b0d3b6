import type { ApiData } from '@everkin/contract/api-types.ts'
import { lazy, Suspense, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { HelpLines } from '../../ui/help-line.tsx'
import { Mark } from '../../ui/mark.tsx'
import { type PageName, pageAt } from '../paths.ts'
import { DeleteAccount } from './delete-account.tsx'
import { useLeaving } from './use-leaving.ts'

// Loaded when it is wanted: this frame comes with every page, and nearly nobody sees it.
const ExportRow = lazy(async () => ({ default: (await import('../../features/settings/export-row.tsx')).ExportRow }))

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

type Help = Pick<ApiData<'GET /api/safety/helpLines'>, 'lines'>

/** The whole site for someone under 18 in a house for adults: no shop, no switch, no chat; help, and the way out. */
export function MinorFrame({ help }: { help: Help }) {
  const { signOut } = useLeaving()
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
        {page && STILL_OPEN.includes(page) ? <Outlet /> : <MinorPage help={help} />}
      </main>
    </>
  )
}

function MinorPage({ help }: { help: Help }) {
  const text = useText()
  const [isDeleting, setIsDeleting] = useState(false)

  return (
    <div className="minor-page">
      <span className="windows windows-large" aria-hidden="true">
        <i />
        <i className="lit" />
        <i />
      </span>
      <h1 className="display">{text('safety.under18.title')}</h1>
      <p className="muted minor-words">{text('safety.under18.text')}</p>
      <section>
        <h2 className="title-3">{text('safety.crisis.lines')}</h2>
        <HelpLines lines={help.lines} />
      </section>
      <div className="minor-copy">
        <Suspense fallback={null}>
          <ExportRow />
        </Suspense>
      </div>
      <Button look="ghost" wide onClick={() => setIsDeleting(true)}>
        <span className="capitalise">{text('shell.account.deleteAccount')}</span>
      </Button>
      <DeleteAccount open={isDeleting} onClose={() => setIsDeleting(false)} />
    </div>
  )
}
