import type { User } from '@everkin/contract/types.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { sentenceGap, useFormat } from '../../i18n/format.ts'
import { useReaderClock } from '../../i18n/reader-clock.ts'
import { RichText } from '../../i18n/rich-text.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Icon } from '../../ui/icon.tsx'

interface BalanceProps {
  wallet: User['wallet']
  /** What a reply of the site's usual model takes; null where no model takes messages. */
  messagePrice: number | null
}

/** The person's balances, side by side. */
export function Balance({ wallet, messagePrice }: BalanceProps) {
  const text = useText()
  const coins = text('wallet.held.coins', { count: wallet.coin_num })
  const messages = wallet.unlimited_messages
    ? text('wallet.held.unlimited')
    : text('wallet.held.messages', { count: wallet.message_num })
  const held = messagePrice === null ? [coins] : [messages, coins]
  // In some languages the amount comes after the first words, and then stays in their line.
  const isAmountFirst = held.every((words) => words.startsWith('<b>'))
  return (
    <div className={`me-balance${isAmountFirst ? ' me-balance-stacked' : ''}`}>
      {held.map((words) => (
        <p key={words} className="me-held">
          <RichText text={words} tags={{ b: (content: ReactNode) => <b className="figures">{content}</b> }} />
        </p>
      ))}
    </div>
  )
}

/** What the balances are for. */
export function BalanceUse({ wallet, messagePrice }: BalanceProps) {
  const text = useText()
  const gap = sentenceGap(useLocale())
  const use =
    messagePrice === null
      ? text('wallet.free')
      : messagePrice === 0
        ? text('wallet.useSome')
        : text('wallet.use', { count: messagePrice })
  return (
    <p className="small muted">
      {(wallet.unlimited_messages && messagePrice !== null ? text('wallet.memberUse') : use) +
        gap +
        text('wallet.coinsUse')}
    </p>
  )
}

/** Whether the person is a member, with a link to the explanation of membership. */
export function Membership({ member, pricePath }: { member: User['member']; pricePath: string }) {
  const text = useText()
  const format = useFormat()
  const { timeZone } = useReaderClock()
  const until = new Date(member.update_time * 1000).toISOString()
  return (
    <Link className={`me-member${member.active ? ' me-member-active' : ''}`} to={pricePath}>
      <Icon name="crown" />
      <span>
        <b>
          {member.active
            ? text('wallet.memberUntil', { date: format.date(until, timeZone) })
            : text('wallet.notMember')}
        </b>
        <span className="small muted">{text('wallet.aboutMembership')}</span>
      </span>
      <Icon name="caret-right" size="small" mirror />
    </Link>
  )
}
