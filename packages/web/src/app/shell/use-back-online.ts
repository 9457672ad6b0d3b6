import { useEffect, useRef } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { useOnline } from '../../lib/use-online.ts'
import { useToast } from '../../ui/toast.tsx'

/** Says so when the network has come back; that it went is the banner's to say. */
export function useBackOnline(): void {
  const text = useText()
  const toasts = useToast()
  const isOnline = useOnline()
  const wasOnline = useRef(isOnline)
  useEffect(() => {
    if (isOnline && !wasOnline.current) toasts.show(text('shell.offline.back'))
    wasOnline.current = isOnline
  }, [isOnline, text, toasts])
}
