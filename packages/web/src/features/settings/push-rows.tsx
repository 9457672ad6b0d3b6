import { useEffect, useState } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { callApi } from '../../api/client.ts'
import { useText } from '../../i18n/use-text.ts'
import { type NotificationAccess, notificationAccess, requestNotificationAccess } from '../../lib/notifications.ts'
import { isPushSupported, subscribeToPush, unsubscribeFromPush } from '../../lib/push-subscription.ts'
import { useMutation } from '../../ui/use-mutation.ts'
import { SwitchRow } from './rows.tsx'

interface PushPreferences {
  replies: boolean
  proactive_messages: boolean
}

/** Push messages to this device while the site is closed: both kinds are off by default. */
export function PushRows() {
  const text = useText()
  const [state, setState] = useState<NotificationAccess>('asks')
  const [preferences, setPreferences] = useState<PushPreferences>({ replies: false, proactive_messages: false })

  useEffect(() => {
    setState(isPushSupported() ? notificationAccess() : 'missing')
    const abort = new AbortController()
    callApi('GET /api/user/push', { signal: abort.signal })
      .then(({ replies, proactive_messages }) => setPreferences({ replies, proactive_messages }))
      // The switches stay off; turning one on asks again.
      .catch(() => undefined)
    return () => abort.abort()
  }, [])

  const { run: turn, isBusy } = useMutation(
    async (change: Partial<PushPreferences>) => {
      const wanted = { ...preferences, ...change }
      if (wanted.replies || wanted.proactive_messages) {
        const answer = await requestNotificationAccess()
        setState(answer)
        if (answer !== 'allowed') return
        const { public_key } = await callApi('GET /api/user/push')
        const address = await subscribeToPush(public_key)
        await callApi('POST /api/user/savePush', { body: { ...address, ...wanted } })
      } else {
        await callApi('POST /api/user/deletePush')
        await unsubscribeFromPush().catch(() => undefined) // the server sends nothing any more
      }
      setPreferences(wanted)
    },
    {
      toastsErrors: true,
      // Other errors come from the browser, which refused the subscription.
      onError: (error) => errorMessage(error, text, 'notifications.settings.failed'),
    },
  )

  const trouble = state === 'missing' || state === 'blocked' ? text(`notifications.settings.${state}`) : null
  return (
    <>
      <SwitchRow
        label={text('notifications.settings.replies')}
        hint={<span role="status">{trouble ?? text('notifications.settings.repliesHint')}</span>}
        on={preferences.replies && state === 'allowed'}
        disabled={state === 'missing' || isBusy}
        onChange={(on) => void turn({ replies: on })}
      />
      <SwitchRow
        label={text('notifications.settings.proactive')}
        hint={text('notifications.settings.proactiveHint')}
        on={preferences.proactive_messages && state === 'allowed'}
        disabled={state === 'missing' || isBusy}
        onChange={(on) => void turn({ proactive_messages: on })}
      />
    </>
  )
}
