import type { ApiData } from '@everkin/contract/api-types.ts'
import { isolateName } from '@everkin/contract/isolate-name.ts'
import { Link } from 'react-router'
import { useFormat } from '../../i18n/format.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { reasonKey } from './labels.ts'

type QueueEntry = ApiData<'GET /api/desk/queue'>['list'][number]

interface QueueListProps {
  entries: readonly QueueEntry[]
  /** The open case. */
  openId: string | null
  pathOf: (id: string) => string
  /** When the list was read, in milliseconds, so that server and browser say the same. */
  now: number
}

/** The cases that wait, each with what it is about and when it is due. */
export function QueueList({ entries, openId, pathOf, now }: QueueListProps) {
  return (
    <ul className="queue-list">
      {entries.map((entry) => (
        <li key={entry.id}>
          <Link
            to={pathOf(entry.id)}
            data-case={entry.id}
            aria-current={entry.id === openId ? 'true' : undefined}
            preventScrollReset
          >
            <span className={`queue-dot queue-dot-${entry.severity}`} aria-hidden="true" />
            <EntryWords entry={entry} />
            <DueTime iso={entry.due_at} now={now} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function EntryWords({ entry }: { entry: QueueEntry }) {
  const text = useText()
  const locale = useLocale()
  const kind = text(`moderation.kinds.${entry.target_type}`)
  const { source, author_name } = entry
  const reason = entry.appealed_reason ?? entry.reasons[0]
  // A person, and a reported item with a name of its own, are recognised without their author.
  const isNamed = entry.target_type === 'user' || (source === 'report' && entry.label !== '')
  const about = [
    entry.label ? kind : '',
    source === 'review' ? text('moderation.queue.reviews') : source === 'appeal' ? text('moderation.queue.appeal') : '',
    isNamed ? '' : isolateName(author_name, locale),
    reason ? text(reasonKey(reason)) : '',
    source === 'report' ? text('moderation.queue.count', { count: entry.reports }) : '',
  ]
  return (
    <span className="queue-words">
      <b>
        <bdi>{entry.label || kind}</bdi>
      </b>
      <span className="small muted">{about.filter(Boolean).join(' · ')}</span>
      {entry.hidden ? (
        <span className="small queue-hidden">
          <Icon name="eye-slash" size="tiny" />
          {text('moderation.queue.hidden')}
        </span>
      ) : null}
    </span>
  )
}

/** When a case is due, and whether that is past. */
export function DueTime({ iso, now }: { iso: string; now: number }) {
  const text = useText()
  const format = useFormat()
  const isLate = Date.parse(iso) < now
  return (
    <time dateTime={iso} className={`small figures ${isLate ? 'queue-late' : 'muted'}`}>
      {text(isLate ? 'moderation.queue.overdue' : 'moderation.queue.due', { when: format.relative(iso, now) })}
    </time>
  )
}
