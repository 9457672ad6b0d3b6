import { useEffect, useRef } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { useOnline } from '../../lib/browser-state.ts'
import { Icon } from '../../ui/icon.tsx'
import { useToast } from '../../ui/toast.tsx'

/** Shown while there is no network. The live region always exists, so that screen readers announce its content. */
export function OfflineBanner() {
  const text = useText()
  const isOnline = useOnline()
  return (
    <div role="status">
      {isOnline ? null : (
        <p className="offline">
          <Icon name="wifi-slash" size="small" />
          <span>{text('shell.offline.banner')}</span>
        </p>
      )}
    </div>
  )
}

/** Shows a toast when the network is back; the banner reports that it was lost. */
export function useBackOnlineToast(): void {
  const text = useText()
  const toasts = useToast()
  const isOnline = useOnline()
  const wasOnline = useRef(isOnline)
  useEffect(() => {
    if (isOnline && !wasOnline.current) toasts.show(text('shell.offline.back'))
    wasOnline.current = isOnline
  }, [isOnline, text, toasts])
}
