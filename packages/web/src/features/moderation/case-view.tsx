import type { ApiData } from '@everkin/contract/api-types.ts'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { useReaderClock } from '../../i18n/reader-clock.ts'
import { RichText, slot } from '../../i18n/rich-text.tsx'
import { useText } from '../../i18n/use-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { fieldKey, reasonKey } from './labels.ts'

export type DeskCase = ApiData<'GET /api/desk/case'>
export type DeskItem = NonNullable<DeskCase['item']>
type PastDecision = NonNullable<DeskCase['author']>['decisions'][number]

/** What a case is about: who reported what, the item as everyone sees it, an appeal, and the history of its author. */
export function CaseView({ shown }: { shown: DeskCase }) {
  const text = useText()
  return (
    <>
      {shown.appeal ? <Appeal appeal={shown.appeal} /> : null}
      {shown.notes.length > 0 ? (
        <section>
          <h3 className="queue-title">{text('moderation.case.reports')}</h3>
          <ul className="queue-notes">
            {shown.notes.map((note, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: reports have no id here and never move
              <li key={at}>
                <b>{text(reasonKey(note.reason))}</b>{' '}
                <span className="small faint">
                  <LocalTime iso={note.created_at} as="dateTime" />
                </span>
                <p dir="auto" className={note.note ? '' : 'faint'}>
                  {note.note || text('moderation.case.noNote')}
                </p>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {shown.target_type === 'message' || shown.target_type === 'text' || shown.quarantine ? null : (
        <section>
          <h3 className="queue-title">{text('moderation.case.item')}</h3>
          {shown.item ? <Item item={shown.item} /> : <p className="muted">{text('moderation.case.gone')}</p>}
        </section>
      )}
      <Author author={shown.author} />
    </>
  )
}

function Appeal({ appeal }: { appeal: NonNullable<DeskCase['appeal']> }) {
  const text = useText()
  return (
    <section>
      <h3 className="queue-title">{text('moderation.case.appeal')}</h3>
      <blockquote className="queue-quote" dir="auto">
        {appeal.text}
      </blockquote>
      <DecisionLine decision={appeal.against} />
    </section>
  )
}

function Item({ item }: { item: DeskItem }) {
  return (
    <article className="desk-card queue-item">
      {item.image ? <img src={item.image} alt="" loading="lazy" /> : null}
      <div>
        <h4 className="title-3" dir="auto">
          {item.label}
        </h4>
        <Restriction item={item} />
        <ItemTexts texts={item.texts} />
      </div>
    </article>
  )
}

/** The texts of an item, each with its name. */
export function ItemTexts({ texts }: { texts: DeskItem['texts'] }) {
  const text = useText()
  return (
    <dl>
      {texts.map((part) => {
        const key = fieldKey(part.field)
        return (
          <div key={part.field}>
            <dt className="small muted">{key ? text(key) : part.field}</dt>
            <dd dir="auto">{part.text}</dd>
          </div>
        )
      })}
    </dl>
  )
}

/** Whether an item is hidden or removed, in a word. */
export function Restriction({ item }: { item: Pick<DeskItem, 'restriction'> }) {
  const text = useText()
  if (!item.restriction) return null
  return (
    <span className="queue-restriction">
      <Icon name={item.restriction === 'hidden' ? 'eye-slash' : 'prohibit'} size="tiny" />
      {text(`moderation.restrictions.${item.restriction}`)}
    </span>
  )
}

function Author({ author }: { author: DeskCase['author'] }) {
  const text = useText()
  const format = useFormat()
  const { timeZone } = useReaderClock()
  return (
    <section>
      <h3 className="queue-title">{text('moderation.case.author')}</h3>
      {author ? (
        <>
          <p>
            <b>
              <bdi>{author.nickname || author.id}</bdi>
            </b>
            {author.suspended ? <span className="queue-restriction">{text('moderation.case.suspended')}</span> : null}
          </p>
          <p className="small muted">
            {[
              text('moderation.case.since', { date: format.date(author.created_at, timeZone) }),
              text('moderation.case.cards', { count: author.cards }),
              text('moderation.case.reported', { count: author.reports }),
            ].join(' · ')}
          </p>
          <h4 className="small muted queue-earlier">{text('moderation.case.earlier')}</h4>
          {author.decisions.length === 0 ? <p className="small">{text('moderation.case.noEarlier')}</p> : null}
          <ul className="queue-past">
            {author.decisions.map((decision) => (
              <li key={decision.id}>
                <DecisionLine decision={decision} />
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className="muted">{text('moderation.case.noAuthor')}</p>
      )}
    </section>
  )
}

function DecisionLine({ decision }: { decision: PastDecision }) {
  const text = useText()
  const kind = text(`moderation.kinds.${decision.target_type}`)
  return (
    <p className="small">
      <b>{text(`moderation.decide.${decision.action}`)}</b>
      {' · '}
      <RichText text={slot('name')} names={{ name: decision.label || kind }} />
      {' · '}
      {text(reasonKey(decision.reason))}
      {' · '}
      <LocalTime iso={decision.created_at} as="date" />
      {decision.undone ? ` · ${text('moderation.case.undone')}` : ''}
    </p>
  )
}
