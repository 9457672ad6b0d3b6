import { Link } from 'react-router'
import { LocalTime } from '../../i18n/local-time.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { pathTo } from '../paths.ts'
import { type AuditEntry, actionLabel, detailText, reasonLabel } from './audit-labels.ts'
import './desk-table.css'

/** Entries of the audit log; on narrow screens each is a block of labelled lines. */
export function AuditTable({ entries, caption }: { entries: readonly AuditEntry[]; caption: string }) {
  const text = useText()
  if (entries.length === 0) return <p className="muted">{text('desk.audit.empty')}</p>
  return (
    <div className="desk-table">
      <table className="desk-stacked">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{text('desk.audit.when')}</th>
            <th scope="col">{text('desk.audit.who')}</th>
            <th scope="col">{text('desk.audit.action')}</th>
            <th scope="col">{text('desk.audit.about')}</th>
            <th scope="col">{text('desk.audit.details')}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.seq}>
              <td data-label={text('desk.audit.when')}>
                <LocalTime iso={entry.at} as="dateTime" />
              </td>
              <td data-label={text('desk.audit.who')}>
                <Actor entry={entry} />
              </td>
              <td data-label={text('desk.audit.action')}>{actionLabel(entry.action, text)}</td>
              <td data-label={text('desk.audit.about')}>
                <Target entry={entry} />
              </td>
              <td data-label={text('desk.audit.details')}>
                <Details entry={entry} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Actor({ entry: { actor, actor_alias } }: { entry: AuditEntry }) {
  const text = useText()
  if (actor) return <bdi>{actor.nickname || actor.id}</bdi>
  return text(actor_alias === null ? 'desk.audit.server' : 'desk.audit.deleted')
}

function Target({ entry: { target_type, target_id, target_name } }: { entry: AuditEntry }) {
  const text = useText()
  const locale = useLocale()
  if (target_id === null) return null
  if (target_type !== 'person') return <bdi>{target_id}</bdi>
  if (target_name === null) return text('desk.audit.deleted')
  return (
    <Link className="text-link" to={pathTo('admin-person', locale, {}, { id: target_id })}>
      <bdi>{target_name || target_id}</bdi>
    </Link>
  )
}

function Details({ entry: { reason, details } }: { entry: AuditEntry }) {
  const text = useText()
  const facts = detailText(details)
  if (reason === null && facts === '') return null
  return (
    <span>
      {reason === null ? null : `${reasonLabel(reason, text)} `}
      <bdi className="faint">{facts}</bdi>
    </span>
  )
}
