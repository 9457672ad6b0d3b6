import { useEffect, useState } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { setDeviceSettings, useDeviceSettings } from '../../lib/device-settings.ts'
import { type NotificationAccess, notificationAccess, requestNotificationAccess } from '../../lib/notifications.ts'
import { SwitchRow } from './rows.tsx'

/** Notifications about finished replies: off until someone turns them on and the browser allows them. */
export function NotifyRow() {
  const text = useText()
  const { tellsReplies } = useDeviceSettings()
  const [state, setState] = useState<NotificationAccess>('asks')

  useEffect(() => {
    const look = () => setState(notificationAccess())
    look()
    // The permission may have changed in the browser's settings meanwhile.
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [])

  async function turn(on: boolean) {
    if (!on) {
      setDeviceSettings({ tellsReplies: false })
      return
    }
    const answer = await requestNotificationAccess()
    setState(answer)
    if (answer === 'allowed') setDeviceSettings({ tellsReplies: true })
  }

  const hint =
    state === 'missing'
      ? 'settings.notify.missing'
      : state === 'blocked'
        ? 'settings.notify.blocked'
        : 'settings.notify.hint'
  return (
    <SwitchRow
      label={text('settings.notify.reply')}
      hint={<span role="status">{text(hint)}</span>}
      on={tellsReplies && state === 'allowed'}
      disabled={state === 'missing'}
      onChange={(on) => void turn(on)}
    />
  )
}
