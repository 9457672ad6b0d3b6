import { useState } from 'react'
import { callApi } from '../../api/client.ts'
import { AgeCheckButton } from '../../features/accounts/age-check.tsx'
import { useFreshSignIn } from '../../features/accounts/use-fresh-sign-in.tsx'
import { type Help, useLocalHelp } from '../../features/safety/use-local-help.ts'
import { ExportRow } from '../../features/settings/export-row.tsx'
import settingsStyles from '../../features/settings/settings.css?url'
import { useText } from '../../i18n/use-text.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { EmergencyCall, HelpLines } from '../../ui/help-lines.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import { useSiteConfig } from '../use-site-config.ts'
import pageStyles from './minor-page.css?url'
import { DeleteAccount } from './sign-out.tsx'

export interface MinorHelp {
  help: Help
  /** Names of all countries with help lines, by country code. */
  places: Readonly<Record<string, string>>
  /** Only what they wrote says so. */
  isSuspected: boolean
  /** Checks ages; null where nobody does. */
  provider: string | null
}

/** Replaces every other page for someone under 18: the reason, help, exporting one’s data, and deleting the account. */
export function MinorPage({ help: initialHelp, places, isSuspected, provider }: MinorHelp) {
  const text = useText()
  const [isDeleting, setIsDeleting] = useState(false)
  const { withFreshSignIn, dialog } = useFreshSignIn(useSiteConfig())
  const help = useLocalHelp(initialHelp, false)
  const emergency = help.emergency && help.country ? { phone: help.emergency, country: help.country } : null
  const placeOf = (code: string) => places[code] ?? code

  return (
    <div className="minor-page">
      {/* The page comes after its frame, and its styles with it, so the server has to name them. */}
      <link rel="stylesheet" href={settingsStyles} precedence="page" />
      <link rel="stylesheet" href={pageStyles} precedence="page" />
      <span className="windows windows-large" aria-hidden="true">
        <i />
        <i className="lit" />
        <i />
      </span>
      {isSuspected ? (
        <SuspectedMinor provider={provider} />
      ) : (
        <>
          <h1 className="display">{text('safety.under18.title')}</h1>
          <p className="muted minor-words">{text('safety.under18.text')}</p>
          {provider ? <CheckAge provider={provider} /> : null}
          <WriteToSupport />
        </>
      )}
      <section>
        <h2 className="title-3">{text('safety.crisis.lines')}</h2>
        <EmergencyCall emergency={emergency} placeOf={placeOf} />
        <HelpLines lines={help.lines} placeOf={placeOf} />
      </section>
      <div className="minor-copy">
        <ExportRow withFreshSignIn={withFreshSignIn} />
      </div>
      <Button variant="ghost" wide onClick={() => setIsDeleting(true)}>
        <span className="capitalise">{text('shell.account.deleteAccount')}</span>
      </Button>
      <DeleteAccount open={isDeleting} onClose={() => setIsDeleting(false)} />
      {dialog}
    </div>
  )
}

/** Asks for a check of the age; on one’s own machine, for an answer; elsewhere the operator decides. */
function SuspectedMinor({ provider }: Pick<MinorHelp, 'provider'>) {
  const text = useText()
  const config = useSiteConfig()
  const { person } = useSession()
  const answer = useMutation(
    async () => {
      if (!person) return
      const { nickname, gender, age_scope } = person
      await callApi('POST /api/user/profile', { body: { nickname, gender, age_scope } })
      window.location.reload()
    },
    { staysBusy: true },
  )
  return (
    <>
      <h1 className="display">{text('protection.suspected.title')}</h1>
      <p className="muted minor-words">{text('protection.suspected.text')}</p>
      {provider ? (
        <CheckAge provider={provider} isMain />
      ) : config?.mode === 'local' ? (
        <Button variant="primary" size="large" wide busy={answer.isBusy} onClick={() => void answer.run()}>
          {text('protection.suspected.adult')}
        </Button>
      ) : (
        <WriteToSupport />
      )}
      {answer.error ? (
        <p className="small" role="alert">
          {answer.error}
        </p>
      ) : null}
    </>
  )
}

/** An age check, which ends “Under 18” for an adult (A4). */
function CheckAge({ provider, isMain = false }: { provider: string; isMain?: boolean }) {
  const text = useText()
  return (
    <>
      <p className="small muted">{text('protection.suspected.hint', { provider })}</p>
      <AgeCheckButton provider={provider} isMain={isMain} />
    </>
  )
}

/** Whom to write to where it is wrong: support can ask for the age again. */
function WriteToSupport() {
  const text = useText()
  const email = useSiteConfig()?.support_email ?? null
  return (
    <p className="small muted">
      {email ? text('protection.suspected.write', { address: email }) : text('protection.suspected.ask')}
    </p>
  )
}
