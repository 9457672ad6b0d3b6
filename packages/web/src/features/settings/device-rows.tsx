import type { ApiData } from '@everkin/contract/api-types.ts'
import { useState } from 'react'
import { isApiError } from '../../api/api-error.ts'
import { callApi } from '../../api/client.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { RichText } from '../../i18n/rich-text.tsx'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useMutation } from '../../ui/use-mutation.ts'

type Device = ApiData<'GET /api/account/sessions'>[number]

/** The signed-in devices, this one first. Others can be signed out one by one or all at once. */
export function DeviceRows({ devices: initialDevices }: { devices: Device[] }) {
  const text = useText()
  const toasts = useToast()
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const devices = initialDevices.filter(({ id }) => !gone.has(id)).sort((a, b) => Number(b.current) - Number(a.current))
  const others = devices.filter(({ current }) => !current)

  const hide = (ended: readonly Device[]) => setGone(new Set([...gone, ...ended.map(({ id }) => id)]))
  const endOne = useMutation(
    async (device: Device) => {
      try {
        await callApi('POST /api/account/revokeSession', { body: { session_id: device.id } })
        toasts.show(text('settings.devices.signedOut'))
      } catch (error) {
        // A device that has signed out already counts as success.
        if (!isApiError(error, 'NotFound')) throw error
      }
      hide([device])
    },
    { toastsErrors: true },
  )
  const endOthers = useMutation(
    async () => {
      await callApi('POST /api/account/revokeOtherSessions')
      hide(others)
      toasts.show(text('settings.devices.othersOut'))
    },
    { toastsErrors: true },
  )
  const isBusy = endOne.isBusy || endOthers.isBusy

  return (
    <>
      {devices.map((device) => (
        <div className="set-row" key={device.id}>
          <Icon name={/Android|iPhone|iPad/.test(device.device) ? 'device-mobile' : 'desktop'} />
          <div className="set-words">
            <b id={`device-${device.id}`}>
              <bdi>{device.device || text('settings.devices.unknown')}</bdi>
            </b>
            <p>{device.current ? <ThisDevice /> : <LastSeen iso={device.last_seen_at} />}</p>
          </div>
          {device.current ? null : (
            <Button
              busy={endOne.pending?.[0].id === device.id}
              disabled={isBusy}
              aria-describedby={`device-${device.id}`}
              onClick={() => void endOne.run(device)}
            >
              {text('settings.devices.end')}
            </Button>
          )}
        </div>
      ))}
      {others.length > 0 ? (
        <button type="button" className="set-row" disabled={isBusy} onClick={() => void endOthers.run()}>
          <span className="set-words">
            <b>{text('settings.devices.others')}</b>
          </span>
          <Icon name="sign-out" size="small" mirror />
        </button>
      ) : null}
      <p className="set-row set-hint">{text('settings.devices.offline')}</p>
    </>
  )
}

function ThisDevice() {
  return <span className="set-here">{useText()('settings.devices.thisDevice')}</span>
}

function LastSeen({ iso }: { iso: string }) {
  const text = useText()
  return (
    <RichText
      text={text('settings.devices.lastSeen', { date: '<date>.</date>' })}
      tags={{ date: () => <LocalTime iso={iso} as="dateTime" /> }}
    />
  )
}
