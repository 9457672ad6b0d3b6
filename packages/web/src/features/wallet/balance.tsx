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
  /** Cost of a message on this server. */
  messagePrice: number
}

/** The person's balances and what they are for. */
export function Balance({ wallet, messagePrice }: BalanceProps) {
  const text = useText()
  const gap = sentenceGap(useLocale())
  const messages = wallet.unlimited_messages
    ? text('wallet.held.unlimited')
    : text('wallet.held.messages', { count: wallet.message_num })
  const use = messagePrice === 0 ? text('wallet.free') : text('wallet.use', { count: messagePrice })
  return (
    <div>
      <div className="me-balance">
        {messagePrice === 0 ? null : <Held words={messages} />}
        <Held words={text('wallet.held.coins', { count: wallet.coin_num })} />
      </div>
      <p className="small muted me-use">
        {(wallet.unlimited_messages && messagePrice > 0 ? text('wallet.memberUse') : use) +
          gap +
          text('wallet.coinsUse')}
      </p>
    </div>
  )
}

/** A translated amount with a large number, wherever the language puts it. */
function Held({ words }: { words: string }) {
  return (
    <p className="me-held">
      <RichText text={words} tags={{ b: (content: ReactNode) => <b className="figures">{content}</b> }} />
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
