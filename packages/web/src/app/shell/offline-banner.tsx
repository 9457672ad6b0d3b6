import { useEffect, useRef } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { useOnline } from '../../lib/browser-state.ts'
import { Icon } from '../../ui/icon.tsx'
import { useToast } from '../../ui/toast.tsx'

/** Says so while there is no network; the place exists before, so that screen readers hear of it. */
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

/** Says so when the network has come back; that it went is the banner's to say. */
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
