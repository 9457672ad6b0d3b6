import { useText } from '../../i18n/use-text.ts'
import { useOnline } from '../../lib/use-online.ts'
import { Icon } from '../../ui/icon.tsx'

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
