import { useText } from '../../../i18n/use-text.ts'
import { useConversation } from '../context/conversation-context.ts'

/** What a further reply takes, such as “1 message”; null where messages are not counted. */
export function useReplyPrice(): string | null {
  const text = useText()
  const { settings, isCounted } = useConversation()
  const price = settings.message_price
  return isCounted && price > 0 ? text('wallet.messages', { count: price }) : null
}

/** The price beside a control that has a reply written. Its button names it in its description. */
export function ReplyPrice() {
  const price = useReplyPrice()
  if (price === null) return null
  return (
    <span className="reply-price figures" aria-hidden="true">
      {price}
    </span>
  )
}
