import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useRequireSignIn } from '../../session/session.tsx'
import { Icon } from '../../ui/icon.tsx'
import { pathTo } from '../paths.ts'

// Loaded when the dialog is opened.
const ReportDialog = lazy(async () => ({
  default: (await import('../../features/safety/report-dialog.tsx')).ReportDialog,
}))

interface CardSafetyProps {
  kind: 'card' | 'group'
  id: string
  /** People cannot report their own cards. */
  isOwn: boolean
}

/** The foot of a card page: reporting, and links about safety. */
export function CardSafety({ kind, id, isOwn }: CardSafetyProps) {
  const text = useText()
  const locale = useLocale()
  const requireSignIn = useRequireSignIn()
  const [isReporting, setIsReporting] = useState(false)
  return (
    <div className="card-safety">
      {isOwn ? null : (
        <button type="button" className="text-button" onClick={() => requireSignIn(() => setIsReporting(true))}>
          <Icon name="flag" size="small" />
          {text('characters.card.report')}
        </button>
      )}
      <Link className="text-button" to={pathTo('safety', locale)}>
        <Icon name="hand-heart" size="small" />
        {text('shell.drawer.safety')}
      </Link>
      {isReporting ? (
        <Suspense fallback={null}>
          <ReportDialog target={{ target_type: kind, target_id: id }} onClose={() => setIsReporting(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}
