import { lazy, Suspense, useState } from 'react'
import { errorMessage, isAgeUnknown } from '../../api/api-error.ts'
import { callApi } from '../../api/client.ts'
import { useText } from '../../i18n/use-text.ts'
import { readCookie, writeCookie } from '../../lib/cookies.ts'
import { useMounted } from '../../lib/use-mounted.ts'
import { useSession } from '../../session/session.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { useToast } from '../../ui/toast.tsx'

// Loaded when the dialog is opened.
const AgeCheckDialog = lazy(async () => ({ default: (await import('./age-check.tsx')).AgeCheckDialog }))
const AgeDialog = lazy(async () => ({ default: (await import('./age-dialog.tsx')).AgeDialog }))

const ONE_YEAR_SECONDS = 31_536_000

interface NsfwSwitchProps {
  /** Shows "On" or "Off" beside the switch, where the label before it says what it is for; otherwise "18+". */
  hasState?: boolean
}

/**
 * The switch for adult content: turning it on needs "Confirm Your Age", turning it off does not. The cookie only
 * mirrors the setting for the page; the server decides what may be seen. It is not offered to people whose profile says
 * "Under 18".
 */
export function NsfwSwitch({ hasState = false }: NsfwSwitchProps) {
  const { person, askForProfile } = useSession()
  const text = useText()
  const toasts = useToast()
  const isMounted = useMounted()
  const [isAsking, setIsAsking] = useState(false)
  const [checker, setChecker] = useState<string | null>(null)
  const isOn = person ? person.nsfw : isMounted && readCookie('nsfw') === '1'

  async function set(on: boolean) {
    setIsAsking(false)
    try {
      if (person && on) await callApi('POST /api/account/confirmAge', { body: { over_18: true } })
      if (person && !on) await callApi('POST /api/account/setNsfw', { body: { on: false } })
      writeCookie('nsfw', on ? '1' : '0', ONE_YEAR_SECONDS)
      reloadWithNsfw(on)
    } catch (failure) {
      const provider = on ? await (await import('./age-check.tsx')).findChecker(failure) : null
      if (provider !== null) return setChecker(provider)
      const message = errorMessage(failure, text)
      const isAgeMissing = isAgeUnknown(failure)
      toasts.show(message, isAgeMissing ? 'info' : 'error')
      // The server needs an age first: ask for it, then for the confirmation again.
      if (isAgeMissing) askForProfile(() => setIsAsking(true))
    }
  }

  if (person?.teen) return null
  return (
    <>
      <Switch
        on={isOn}
        onChange={(on) => (on ? setIsAsking(true) : void set(false))}
        label={text('shell.header.nsfw')}
        shown={hasState ? text(isOn ? 'shell.actions.on' : 'shell.actions.off') : text('shell.header.nsfwBadge')}
      />
      {checker === null ? null : (
        <Suspense fallback={null}>
          <AgeCheckDialog provider={checker} onClose={() => setChecker(null)} />
        </Suspense>
      )}
      {isAsking ? (
        <Suspense fallback={null}>
          <AgeDialog onClose={() => setIsAsking(false)} onConfirm={() => void set(true)} isVisitor={person === null} />
        </Suspense>
      ) : null}
    </>
  )
}

/** Reloads this address with the new state; the rest of its query and the hash are preserved. */
function reloadWithNsfw(on: boolean): void {
  const url = new URL(window.location.href)
  url.searchParams.set('nsfw', on ? '1' : '0')
  // Assigning an identical address would only scroll to its hash.
  if (url.href === window.location.href) window.location.reload()
  else window.location.assign(url)
}
