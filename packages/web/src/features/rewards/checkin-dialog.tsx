import type { ApiData } from '@everkin/contract/api-types.ts'
import type { CheckinDay } from '@everkin/contract/types.ts'
import { useCallback, useEffect, useState } from 'react'
import { errorMessage, isAgeUnknown, isApiError } from '../../api/api-error.ts'
import { callApi } from '../../api/client.ts'
import { useFormat } from '../../i18n/format.ts'
import { useReaderClock } from '../../i18n/reader-clock.ts'
import { useText } from '../../i18n/use-text.ts'
import { prefersReducedMotion } from '../../lib/browser-state.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import { CheckinWeek } from './checkin-week.tsx'
import './checkin.css'

interface CheckinDialogProps {
  onClose: () => void
  /**
   * Called with the new wallet; must close the dialog. `requestedAt` is when the request was sent
   * (`performance.now()`).
   */
  onTaken: (wallet: ApiData<'POST /api/user/checkin'>['wallet'], requestedAt: number) => void
  /** Called if today's reward cannot be claimed: claimed on another device, or not due yet. */
  onNotDue: () => void
  /** Called if the server needs an age first. */
  onAgeUnknown: () => void
}

/** The window takes half a second (`--ek-dur-4`), and is then looked at. */
const LIGHT_MS = 900

interface Sight {
  week: CheckinDay[]
  nextAt: string | null
}

/** The person's week of check-ins, and the button for today's. */
export function CheckinDialog({ onClose, onTaken, onNotDue, onAgeUnknown }: CheckinDialogProps) {
  const text = useText()
  const toasts = useToast()
  const { person } = useSession()
  const [sight, setSight] = useState<Sight | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isLighting, setLighting] = useState(false)

  const fail = useCallback(
    (error: unknown) => {
      if (isAgeUnknown(error)) onAgeUnknown()
      else setFailure(errorMessage(error, text))
    },
    [onAgeUnknown, text],
  )
  const look = useCallback(async () => {
    setFailure(null)
    const [week, { next_at }] = await Promise.all([
      callApi('POST /api/user/getCheckinStatus'),
      callApi('GET /api/user/checkinDue'),
    ])
    setSight({ week, nextAt: next_at })
    if (next_at !== null) onNotDue()
  }, [onNotDue])
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once, when the dialog opens
  useEffect(() => void look().catch(fail), [])

  const { run: take, isBusy } = useMutation(
    async () => {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
      const requestedAt = performance.now()
      const { wallet } = await callApi('POST /api/user/checkin', { body: { time_zone: timeZone } })
      await light()
      onTaken(wallet, requestedAt)
    },
    {
      staysBusy: true,
      onError: (error) => {
        if (isApiError(error, 'Conflict')) {
          toasts.show(error.message, 'info')
          void look().catch(fail)
        } else fail(error)
        return null
      },
    },
  )

  /** Lights today's window before the dialog closes. */
  async function light(): Promise<void> {
    if (prefersReducedMotion()) return
    setSight(
      (old) => old && { ...old, week: old.week.map((day) => (day.is_today ? { ...day, is_checkin: true } : day)) },
    )
    setLighting(true)
    await new Promise((resolve) => setTimeout(resolve, LIGHT_MS))
  }

  const today = sight?.week.find((day) => day.is_today) ?? null
  const isDone = today?.is_checkin === true
  return (
    <Dialog
      open
      onClose={onClose}
      title={text('rewards.checkin.title')}
      description={
        <p className={isDone ? 'small checkin-done' : 'small'}>
          {text(isDone ? 'rewards.checkin.doneText' : 'rewards.checkin.subtitle')}
        </p>
      }
    >
      {failure === null ? (
        <CheckinWeek week={sight?.week ?? null} joinedAt={person?.created_at ?? null} isLighting={isLighting} />
      ) : (
        <p className="checkin-failure" role="alert">
          {failure}
        </p>
      )}
      {today && !isDone ? <Gain today={today} nextAt={sight?.nextAt ?? null} /> : null}
      {failure !== null ? (
        <Button size="large" wide onClick={() => void look().catch(fail)}>
          {text('shell.actions.retry')}
        </Button>
      ) : isDone ? (
        <Button size="large" wide disabled>
          <Icon name="check" size="small" />
          {text('rewards.checkin.doneButton')}
        </Button>
      ) : (
        <Button
          variant="primary"
          size="large"
          wide
          busy={isBusy || sight === null}
          disabled={sight?.nextAt != null}
          onClick={() => void take()}
        >
          {text('rewards.checkin.action')}
        </Button>
      )}
    </Dialog>
  )
}

/** Today's reward; or, after a change of time zone, when the next one is due. */
function Gain({ today, nextAt }: { today: CheckinDay; nextAt: string | null }) {
  const text = useText()
  const format = useFormat()
  const { timeZone } = useReaderClock()
  if (nextAt !== null)
    return <p className="muted small">{text('rewards.checkin.nextAt', { date: format.dateTime(nextAt, timeZone) })}</p>
  const messages = text('wallet.messages', { count: today.message_num })
  const coins = text('wallet.coins', { count: today.coin_num })
  return (
    <div className="checkin-gain small">
      <p>
        <Icon name="chat-circle-text" size="small" />
        <b>{text('rewards.checkin.forToday', { amount: messages })}</b>
      </p>
      <p>
        <Icon name="coins" size="small" />
        {today.coin_num > 0 ? (
          <b>{text('rewards.checkin.asMember', { amount: coins })}</b>
        ) : (
          text('rewards.checkin.membersAlso')
        )}
      </p>
    </div>
  )
}
