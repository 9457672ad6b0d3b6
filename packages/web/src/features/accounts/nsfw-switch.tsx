import { useState } from 'react'
import { ApiError, callApi } from '../../api/call.ts'
import { useText } from '../../i18n/use-text.ts'
import { readCookie, writeCookie } from '../../lib/cookies.ts'
import { useMounted } from '../../lib/use-mounted.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useSession } from './session.tsx'

const ONE_YEAR_SECONDS = 31_536_000

/**
 * The switch for adult content: on only after "Confirm Your Age", off at once (spec §6). The cookie is a mirror for the
 * page; what may be seen is decided by the server. Someone whose profile says "Under 18" is not offered it.
 */
export function NsfwSwitch() {
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
      if (saysAgeUnknown(failure)) askForProfile(() => setIsAsking(true))
      toasts.show(failure instanceof ApiError ? failure.message : text('errors.internal'), 'error')
    }
  }

  if (person?.age_scope === 1) return null
  return (
    <>
      <Switch
        on={isOn}
        onChange={(on) => (on ? setIsAsking(true) : void set(false))}
        label={text('shell.header.nsfw')}
        shown={text('shell.header.nsfwBadge')}
      />
      <Dialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        kind="alert"
        narrow
        title={text('safety.age.title')}
        description={<p>{text('safety.age.text')}</p>}
      >
        <div className="dialog-actions">
          <Button look="primary" size="large" wide onClick={() => void set(true)}>
            {text('safety.age.confirm')}
          </Button>
          <Button size="large" wide data-first-focus onClick={() => setIsAsking(false)}>
            {text('safety.age.back')}
          </Button>
        </div>
      </Dialog>
    </>
  )
}

function saysAgeUnknown(failure: unknown): boolean {
  if (!(failure instanceof ApiError) || failure.name !== 'AgeNotOpen') return false
  const { data } = failure
  return data !== null && typeof data === 'object' && 'reason' in data && data.reason === 'age_unknown'
}

function reloadWithNsfw(on: boolean): void {
  const url = new URL(window.location.href)
  url.searchParams.set('nsfw', on ? '1' : '0')
  window.location.assign(url)
}
