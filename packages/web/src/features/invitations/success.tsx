import type { ApiData } from '@everkin/contract/api-types.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { GiftTicket } from './gift-ticket.tsx'

/** The result of a claim. */
export type Claimed = Pick<ApiData<'POST /api/invitation/claim'>, 'gift' | 'gift_held' | 'gift_refused'>

/** Shown after joining: the gift, or the reason why there is none, and links to continue. */
export function Success({ claimed, children }: { claimed: Claimed; children: ReactNode }) {
  const text = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <section className="invitation-done">
      <span className="invitation-windows" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <h1 className="display" tabIndex={-1} ref={heading}>
        {text('landing.invitation.welcome')}
      </h1>
      <p className="muted">{useOutcome(claimed)}</p>
      {claimed.gift ? <GiftTicket gift={claimed.gift} /> : null}
      <div className="invitation-ways">{children}</div>
    </section>
  )
}

function useOutcome({ gift, gift_held, gift_refused }: Claimed): string {
  const text = useText()
  if (gift)
    return text('landing.invitation.giftReceived', {
      coins: text('wallet.coins', { count: gift.coin_num }),
      messages: text('wallet.messages', { count: gift.message_num }),
    })
  if (gift_held) return text('landing.invitation.held')
  return text(gift_refused === 4001 ? 'landing.invitation.noGiftEnded' : 'landing.invitation.noGiftNew')
}
