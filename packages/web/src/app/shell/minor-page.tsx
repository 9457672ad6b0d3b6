import type { ApiData } from '@everkin/contract/api-types.ts'
import { useState } from 'react'
import { ExportRow } from '../../features/settings/export-row.tsx'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { HelpLines } from '../../ui/help-line.tsx'
import { DeleteAccount } from './delete-account.tsx'

export type MinorHelp = Pick<ApiData<'GET /api/safety/helpLines'>, 'lines'>

/** What stands in the place of every other page for someone under 18: why, help, one’s own copy, and the way out. */
export function MinorPage({ help }: { help: MinorHelp }) {
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
        <ExportRow />
      </div>
      <Button look="ghost" wide onClick={() => setIsDeleting(true)}>
        <span className="capitalise">{text('shell.account.deleteAccount')}</span>
      </Button>
      <DeleteAccount open={isDeleting} onClose={() => setIsDeleting(false)} />
    </div>
  )
}
