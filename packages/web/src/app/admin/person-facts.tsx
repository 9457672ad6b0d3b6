import type { ApiData } from '@everkin/contract/api-types.ts'
import type { ReactNode } from 'react'
import { statusLabel } from '../../features/billing/order-status.ts'
import { receivedMoney } from '../../features/billing/received-money.ts'
import { causeText } from '../../features/wallet/cause.ts'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import type { TextKey } from '../../i18n/text-key.ts'
import { useText } from '../../i18n/use-text.ts'

export type DeskPerson = ApiData<'GET /api/desk/people/person'>

const AGES: Record<string, TextKey> = {
  unknown: 'desk.person.ages.unknown',
  declared_adult: 'desk.person.ages.declared_adult',
  verified_adult: 'desk.person.ages.verified_adult',
  minor_declared: 'desk.person.ages.minor_declared',
  minor_suspected: 'desk.person.ages.minor_suspected',
  minor_verified: 'desk.person.ages.minor_verified',
}

/** The account, the balance with its newest entries, and counts of reports. */
export function PersonFacts({ person }: { person: DeskPerson }) {
  const text = useText()
  const format = useFormat()
  const age = AGES[person.age_state]
  return (
    <div className="desk-stack">
      <section className="desk-card">
        <h2>{text('desk.person.account')}</h2>
        <dl className="desk-facts">
          <Fact label={text('desk.person.id')}>
            <bdi>{person.id}</bdi>
          </Fact>
          <Fact label={text('desk.person.email')}>
            <bdi>{person.email ?? text('desk.none')}</bdi>
          </Fact>
          <Fact label={text('desk.person.joined')}>
            <LocalTime iso={person.created_at} as="dateTime" />
          </Fact>
          <Fact label={text('desk.person.language')}>{format.language(person.lang)}</Fact>
          <Fact label={text('desk.person.age')}>{age ? text(age) : person.age_state}</Fact>
          <Fact label={text('desk.person.memberUntil')}>
            {person.member_until ? <LocalTime iso={person.member_until} as="dateTime" /> : text('desk.none')}
          </Fact>
          <Fact label={text('desk.person.role')}>
            {person.role ? text(`desk.roles.${person.role}`) : text('desk.none')}
          </Fact>
        </dl>
      </section>
      <section className="desk-card">
        <h2>{text('desk.person.balance')}</h2>
        <p className="desk-value">
          {format.list([
            text('wallet.coins', { count: person.wallet.coin_num }),
            text('wallet.messages', { count: person.wallet.message_num }),
          ])}
        </p>
        {person.wallet_frozen ? <p className="desk-status desk-status-bad">{text('desk.person.frozen')}</p> : null}
        <h3 className="small muted">{text('desk.person.ledger')}</h3>
        <Rows
          rows={person.ledger.map(({ id, asset, amount, cause, created_at }) => ({
            key: `${id} ${asset}`,
            label: text(causeText(cause)),
            time: created_at,
            value: text(`desk.person.changes.${asset}`, { count: Math.abs(amount), amount: format.signed(amount) }),
          }))}
        />
      </section>
      <section className="desk-card">
        <h2>{text('desk.person.reports')}</h2>
        <dl className="desk-facts">
          <Fact label={text('desk.person.reportsBy')}>{format.number(person.reports_by)}</Fact>
          <Fact label={text('desk.person.reportsAbout')}>{format.number(person.reports_about)}</Fact>
          <Fact label={text('desk.person.reportsOpen')}>{format.number(person.open_reports_about)}</Fact>
        </dl>
      </section>
    </div>
  )
}

/** The newest orders and the devices that are signed in. */
export function PersonActivity({ person }: { person: DeskPerson }) {
  const text = useText()
  const format = useFormat()
  return (
    <>
      <section className="desk-card">
        <h2>{text('desk.person.orders')}</h2>
        <Rows
          rows={person.orders.map((order) => {
            const { amount, currency } = receivedMoney(order)
            return {
              key: order.id,
              label: `${order.product.name} · ${text(statusLabel(order).text)}`,
              time: order.created_at,
              value: format.money(amount, currency),
            }
          })}
        />
      </section>
      <section className="desk-card">
        <h2>{text('desk.person.devices')}</h2>
        <Rows
          rows={person.sessions.map(({ device, created_at, last_seen_at }) => ({
            key: `${created_at} ${device}`,
            label: device || text('settings.devices.unknown'),
            time: last_seen_at,
            value: '',
          }))}
        />
      </section>
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Rows({ rows }: { rows: readonly { key: string; label: string; time: string; value: string }[] }) {
  const text = useText()
  if (rows.length === 0) return <p className="muted">{text('desk.none')}</p>
  return (
    <dl className="desk-facts">
      {rows.map(({ key, label, time, value }) => (
        <div key={key}>
          <dt>
            <bdi>{label}</bdi>
            <span className="caption faint desk-when">
              <LocalTime iso={time} as="dateTime" />
            </span>
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
