import type { ApiBody } from '@everkin/contract/api-types.ts'
import type { MultipleCard, SingleCard } from '@everkin/contract/types.ts'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { LIBRARY_ID } from '../../features/characters/creator-mark.tsx'
import { type BlockTarget, useBlock } from '../../features/safety/use-block.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useRequireSignIn } from '../../session/session.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { clearPageCache } from '../page-data-cache.ts'
import { pathTo } from '../paths.ts'

// Loaded when the dialog is opened.
const ReportDialog = lazy(async () => ({
  default: (await import('../../features/safety/report-dialog.tsx')).ReportDialog,
}))

type ReportTarget = Pick<ApiBody<'POST /api/safety/report'>, 'target_type' | 'target_id'>

interface CardSafetyActions {
  report: (target: ReportTarget) => void
  block: (target: BlockTarget) => void
  /** To be shown somewhere on the page. */
  dialog: ReactNode
}

/** Reporting and blocking on a page about a card or a person (R1); the page of what was blocked is left for Explore. */
export function useCardSafety(): CardSafetyActions {
  const locale = useLocale()
  const navigate = useNavigate()
  const requireSignIn = useRequireSignIn()
  const [reported, setReported] = useState<ReportTarget | null>(null)
  const { block } = useBlock((on) => {
    clearPageCache()
    if (on) void navigate(pathTo('index', locale))
  })
  return {
    report: (target) => void requireSignIn(() => setReported(target)),
    block: (target) => void requireSignIn(() => void block(target)),
    dialog: reported ? (
      <Suspense fallback={null}>
        <ReportDialog target={reported} onClose={() => setReported(null)} />
      </Suspense>
    ) : null,
  }
}

interface CardSafetyProps {
  card: Pick<SingleCard | MultipleCard, 'id' | 'type' | 'mine' | 'creator'>
  actions: CardSafetyActions
}

/** The foot of a card page: reporting and blocking the card and its creator, and a link about safety. */
export function CardSafety({ card, actions }: CardSafetyProps) {
  const text = useText()
  const locale = useLocale()
  const { report, block, dialog } = actions
  const ofCreator = { target_type: 'user', target_id: card.creator.id } as const
  const hasCreator = card.creator.id !== LIBRARY_ID
  return (
    <div className="card-safety">
      {/* Nobody can report or block themselves. */}
      {card.mine ? null : (
        <>
          <SafetyButton
            icon="flag"
            label={text('characters.card.report')}
            onClick={() => report({ target_type: card.type === 'single' ? 'card' : 'group', target_id: card.id })}
          />
          <SafetyButton
            icon="prohibit"
            label={text('blocks.action.block')}
            onClick={() => block({ target_type: 'card', target_id: card.id })}
          />
          {hasCreator ? (
            <>
              <SafetyButton icon="flag" label={text('blocks.action.reportCreator')} onClick={() => report(ofCreator)} />
              <SafetyButton icon="prohibit" label={text('blocks.action.creator')} onClick={() => block(ofCreator)} />
            </>
          ) : null}
        </>
      )}
      <Link className="text-button" to={pathTo('safety', locale)}>
        <Icon name="hand-heart" size="small" />
        {text('shell.drawer.safety')}
      </Link>
      {dialog}
    </div>
  )
}

function SafetyButton({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }) {
  return (
    <button type="button" className="text-button" onClick={onClick}>
      <Icon name={icon} size="small" />
      {label}
    </button>
  )
}
