import { useState } from 'react'
import { useFreshSignIn } from '../../features/accounts/use-fresh-sign-in.tsx'
import { type Help, useLocalHelp } from '../../features/safety/use-local-help.ts'
import { ExportRow } from '../../features/settings/export-row.tsx'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { EmergencyCall, HelpLines } from '../../ui/help-lines.tsx'
import { useSiteConfig } from '../use-site-config.ts'
import { DeleteAccount } from './sign-out.tsx'

export interface MinorHelp {
  help: Help
  /** Names of all countries with help lines, by country code. */
  places: Readonly<Record<string, string>>
}

/** Replaces every other page for someone under 18: the reason, help, exporting one’s data, and deleting the account. */
export function MinorPage({ help: drawn, places }: MinorHelp) {
  const text = useText()
  const [isDeleting, setIsDeleting] = useState(false)
  const { withFreshSignIn, dialog } = useFreshSignIn(useSiteConfig())
  const help = useLocalHelp(drawn, false)
  const emergency = help.emergency && help.country ? { phone: help.emergency, country: help.country } : null
  const placeOf = (code: string) => places[code] ?? code

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
        <EmergencyCall emergency={emergency} placeOf={placeOf} />
        <HelpLines lines={help.lines} placeOf={placeOf} />
      </section>
      <div className="minor-copy">
        <ExportRow withFreshSignIn={withFreshSignIn} />
      </div>
      <Button look="ghost" wide onClick={() => setIsDeleting(true)}>
        <span className="capitalise">{text('shell.account.deleteAccount')}</span>
      </Button>
      <DeleteAccount open={isDeleting} onClose={() => setIsDeleting(false)} />
      {dialog}
    </div>
  )
}
