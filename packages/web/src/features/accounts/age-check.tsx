import type { ApiData } from '@everkin/contract/api-types.ts'
import { isApiError } from '../../api/api-error.ts'
import { callApi } from '../../api/client.ts'
import { useFormat } from '../../i18n/format.ts'
import { useReaderClock } from '../../i18n/reader-clock.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useMutation } from '../../ui/use-mutation.ts'

export type AgeCheck = ApiData<'GET /api/account/ageCheck'>

/** The button that leads to the operator's provider; the browser comes back to `/age-check`. */
export function AgeCheckButton({ provider, isMain = false }: { provider: string; isMain?: boolean }) {
  const text = useText()
  const start = useMutation(
    async () => {
      const { url } = await callApi('POST /api/account/startAgeCheck', { body: {} })
      window.location.assign(url)
    },
    { staysBusy: true },
  )
  return (
    <div className="stack">
      <Button
        variant={isMain ? 'primary' : 'quiet'}
        size={isMain ? 'large' : 'small'}
        wide={isMain}
        busy={start.isBusy}
        onClick={() => void start.run()}
      >
        {text('protection.check.start', { provider })}
      </Button>
      {start.error ? (
        <p className="small" role="alert">
          {start.error}
        </p>
      ) : null}
    </div>
  )
}

/** What the last check found; null where there was none. */
export function useAgeCheckResult({ result, checked_at }: AgeCheck): string | null {
  const text = useText()
  const format = useFormat()
  const { timeZone } = useReaderClock()
  if (!result || !checked_at) return null
  return text(result === 'adult' ? 'protection.check.adult' : 'protection.check.under18', {
    date: format.date(checked_at, timeZone),
  })
}

/** Where the country asks for a check before adult content. */
export function AgeCheckDialog({ provider, onClose }: { provider: string; onClose: () => void }) {
  const text = useText()
  return (
    <Dialog
      open
      onClose={onClose}
      narrow
      title={text('protection.check.title')}
      description={
        <>
          <p>{text('protection.check.needed')}</p>
          <p className="small">{text('protection.check.hint', { provider })}</p>
        </>
      }
    >
      <div className="dialog-actions">
        <AgeCheckButton provider={provider} isMain />
        <Button size="large" wide data-first-focus onClick={onClose}>
          {text('safety.age.back')}
        </Button>
      </div>
    </Dialog>
  )
}

/**
 * The provider where a check opens what was refused because of the country's rule; null where none does, and for other
 * failures.
 */
export async function findChecker(failure: unknown): Promise<string | null> {
  if (!isApiError(failure, 'AgeNotOpen') || failure.data?.reason !== 'region') return null
  const check = await callApi('GET /api/account/ageCheck').catch(() => null)
  return check?.needed ? check.provider : null
}
