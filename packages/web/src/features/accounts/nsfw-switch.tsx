import { lazy, Suspense, useState } from 'react'
import { errorMessage, isAgeUnknown } from '../../api/api-error.ts'
import { callApi } from '../../api/client.ts'
import { useText } from '../../i18n/use-text.ts'
import { readCookie, writeCookie } from '../../lib/cookies.ts'
import { useMounted } from '../../lib/use-mounted.ts'
import { useSession } from '../../session/session.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { useToast } from '../../ui/toast.tsx'

// Loaded when it is opened.
const AgeDialog = lazy(async () => ({ default: (await import('./age-dialog.tsx')).AgeDialog }))

const ONE_YEAR_SECONDS = 31_536_000

interface NsfwSwitchProps {
  /** Shows "On" or "Off" beside it, where the words before it say what it is for; otherwise "18+". */
  hasState?: boolean
}

/**
 * The switch for adult content: on only after "Confirm Your Age", off at once. The cookie is a mirror for the
 * page; what may be seen is decided by the server. Someone whose profile says "Under 18" is not offered it.
 */
export function NsfwSwitch({ hasState = false }: NsfwSwitchProps) {
  const { person, askForProfile } = useSession()
  const text = useText()
  const toasts = useToast()
  const isMounted = useMounted()
  const [isAsking, setIsAsking] = useState(false)
  const isOn = person ? person.nsfw : isMounted && readCookie('nsfw') === '1'

  async function set(on: boolean) {
    setIsAsking(false)
    try {
      if (person && on) await callApi('POST /api/account/confirmAge', { body: { over_18: true } })
      if (person && !on) await callApi('POST /api/account/setNsfw', { body: { on: false } })
      writeCookie('nsfw', on ? '1' : '0', ONE_YEAR_SECONDS)
      reloadWithNsfw(on)
    } catch (failure) {
      const message = errorMessage(failure, text)
      const isAgeMissing = isAgeUnknown(failure)
      toasts.show(message, isAgeMissing ? 'info' : 'error')
      // The server has to know an age first: ask for it, and then again what was asked here.
      if (isAgeMissing) askForProfile(() => setIsAsking(true))
    }
  }

  if (person?.age_scope === 1) return null
  return (
    <>
      <Switch
        on={isOn}
        onChange={(on) => (on ? setIsAsking(true) : void set(false))}
        label={text('shell.header.nsfw')}
        shown={hasState ? text(isOn ? 'shell.actions.on' : 'shell.actions.off') : text('shell.header.nsfwBadge')}
      />
      {isAsking ? (
        <Suspense fallback={null}>
          <AgeDialog onClose={() => setIsAsking(false)} onConfirm={() => void set(true)} isVisitor={person === null} />
        </Suspense>
      ) : null}
    </>
  )
}

/** Loads this very address again with the new state; whatever else is in its query and hash stays. */
function reloadWithNsfw(on: boolean): void {
  const url = new URL(window.location.href)
  url.searchParams.set('nsfw', on ? '1' : '0')
  // An address that stays the same to the letter would only scroll to its hash.
  if (url.href === window.location.href) window.location.reload()
  else window.location.assign(url)
}
