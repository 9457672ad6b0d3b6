import { useEffect, useState } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { callApi } from '../../api/client.ts'
import { useText } from '../../i18n/use-text.ts'
import { type NotificationAccess, notificationAccess, requestNotificationAccess } from '../../lib/notifications.ts'
import { isPushSupported, subscribeToPush, unsubscribeFromPush } from '../../lib/push-subscription.ts'
import { useToast } from '../../ui/toast.tsx'
import { SwitchRow } from './rows.tsx'

interface Wishes {
  replies: boolean
  remarks: boolean
}

/** What this device may be woken for while the site is closed: both off until someone turns them on. */
export function PushRows() {
  const text = useText()
  const toasts = useToast()
  const [state, setState] = useState<NotificationAccess>('asks')
  const [wishes, setWishes] = useState<Wishes>({ replies: false, remarks: false })
  const [isBusy, setIsBusy] = useState(false)

  useEffect(() => {
    setState(isPushSupported() ? notificationAccess() : 'missing')
    const abort = new AbortController()
    callApi('GET /api/user/push', { signal: abort.signal })
      .then(({ replies, remarks }) => setWishes({ replies, remarks }))
      // The switches stay off; turning one on asks again.
      .catch(() => undefined)
    return () => abort.abort()
  }, [])

  async function turn(change: Partial<Wishes>) {
    const wanted = { ...wishes, ...change }
    setIsBusy(true)
    try {
      if (wanted.replies || wanted.remarks) {
        const answer = await requestNotificationAccess()
        setState(answer)
        if (answer !== 'allowed') return
        const { public_key } = await callApi('GET /api/user/push')
        const address = await subscribeToPush(public_key).catch(() => {
          throw new Error(text('notifications.settings.failed'))
        })
        await callApi('POST /api/user/savePush', { body: { ...address, ...wanted } })
      } else {
        await callApi('POST /api/user/deletePush')
        await unsubscribeFromPush().catch(() => undefined)
      }
      setWishes(wanted)
    } catch (failure) {
      toasts.show(errorMessage(failure, text), 'error')
    } finally {
      setIsBusy(false)
    }
  }

  const trouble = state === 'missing' || state === 'blocked' ? text(`notifications.settings.${state}`) : null
  return (
    <>
      <SwitchRow
        label={text('notifications.settings.replies')}
        hint={<span role="status">{trouble ?? text('notifications.settings.repliesHint')}</span>}
        on={wishes.replies && state === 'allowed'}
        disabled={state === 'missing' || isBusy}
        onChange={(on) => void turn({ replies: on })}
      />
      <SwitchRow
        label={text('notifications.settings.remarks')}
        hint={text('notifications.settings.remarksHint')}
        on={wishes.remarks && state === 'allowed'}
        disabled={state === 'missing' || isBusy}
        onChange={(on) => void turn({ remarks: on })}
      />
    </>
  )
}
