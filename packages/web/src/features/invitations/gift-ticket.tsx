import type { ReactNode } from 'react'
import { RichText } from '../../i18n/rich-text.tsx'
import { useText } from '../../i18n/use-text.ts'

/** The gift as a ticket of two halves; the amounts are large wherever the translation puts them. */
export function GiftTicket({ gift }: { gift: { coin_num: number; message_num: number } }) {
  const text = useText()
  const tags = { b: (content: ReactNode) => <b className="figures">{content}</b> }
  return (
    <div className="gift-ticket">
      <p>
        <RichText text={text('landing.invitation.coins', { count: gift.coin_num })} tags={tags} />
      </p>
      <p>
        <RichText text={text('landing.invitation.messages', { count: gift.message_num })} tags={tags} />
      </p>
    </div>
  )
}
