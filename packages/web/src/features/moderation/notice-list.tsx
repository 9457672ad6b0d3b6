import type { ApiData } from '@everkin/contract/api-types.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import type { TextKey } from '../../i18n/text-key.ts'
import { useText } from '../../i18n/use-text.ts'
import { LinkButton } from '../../ui/button.tsx'
import { AppealForm, OwnAppeal } from './appeal-form.tsx'
import { isFavourable, reasonKey } from './labels.ts'

type Notice = ApiData<'GET /api/moderation/notices'>['list'][number]

interface NoticeListProps {
  notices: readonly Notice[]
  /** The page of the reader's own card. */
  pathOfCard: (type: 'card' | 'group', id: string) => string
  /** The id of a notice, or of the reader's card that a decision hides: where the page was opened at. */
  opened: string
  onAppealed: () => void
}

/** What was decided about the reader's things and reports, each with its rule and, once, a way to answer. */
export function NoticeList({ notices, pathOfCard, opened, onAppealed }: NoticeListProps) {
  const text = useText()
  const hiding = latestHiding(notices)
  const isOpened = (notice: Notice) => notice.id === opened || (hiding.has(notice) && notice.target_id === opened)
  return (
    <ul className="notices">
      {notices.map((notice) => (
        <li
          key={notice.id}
          id={notice.id}
          className={notice.read ? undefined : 'notice-new'}
          aria-current={isOpened(notice) || undefined}
        >
          <h2 className="title-3" id={hiding.has(notice) ? (notice.target_id ?? undefined) : undefined}>
            <bdi>{notice.label || text(`moderation.kinds.${notice.target_type}`)}</bdi>
          </h2>
          <p className="small faint">
            {notice.label ? `${text(`moderation.kinds.${notice.target_type}`)} · ` : null}
            <LocalTime iso={notice.created_at} as="dateTime" />
          </p>
          <p>{text(sentenceKey(notice))}</p>
          {isFavourable(notice.action) && notice.reason === 'no_breach' ? null : (
            <p className="small">
              <span className="muted">{text('moderation.decide.reason')}</span> <b>{text(reasonKey(notice.reason))}</b>
            </p>
          )}
          {notice.appeal ? <OwnAppeal appeal={notice.appeal} /> : null}
          <div className="notice-actions">
            {notice.target_id && notice.action !== 'remove' && notice.action !== 'suspend' && isOpen(notice) ? (
              <LinkButton to={pathOfCard(notice.target_type, notice.target_id)} size="small">
                {text('moderation.notices.open')}
              </LinkButton>
            ) : null}
            {notice.can_appeal ? <AppealForm decisionId={notice.decision_id} onSent={onAppealed} /> : null}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** The latest notice about each card that says that it was hidden; the notices are sorted by time, latest first. */
function latestHiding(notices: readonly Notice[]): ReadonlySet<Notice> {
  const byCard = new Map<string | null, Notice>()
  for (const notice of notices) {
    const hides = notice.kind === 'yours' && (notice.action === 'hide' || notice.action === 'auto_hide')
    if (hides && notice.target_id !== null && !byCard.has(notice.target_id)) byCard.set(notice.target_id, notice)
  }
  return new Set(byCard.values())
}

function isOpen(notice: Notice): notice is Notice & { target_type: 'card' | 'group' } {
  return notice.target_type === 'card' || notice.target_type === 'group'
}

function sentenceKey({ kind, action, target_type }: Notice): TextKey {
  if (kind === 'reported')
    return isFavourable(action) ? 'moderation.notices.reported.kept' : 'moderation.notices.reported.acted'
  if (kind === 'appeal' && target_type === 'text' && isFavourable(action))
    return 'moderation.notices.appeal.stopRestored'
  if (kind === 'appeal')
    return isFavourable(action) ? 'moderation.notices.appeal.restored' : 'moderation.notices.appeal.upheld'
  return `moderation.notices.yours.${action}`
}
