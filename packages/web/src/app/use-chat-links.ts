import { useMemo } from 'react'
import type { ChatLinks } from '../features/chats/context/conversation-context.ts'
import { useLocale } from '../i18n/use-text.ts'
import { STOP_FRAGMENT } from '../lib/stopped-text.ts'
import { useSession } from '../session/session.tsx'
import { pathTo } from './paths.ts'

/**
 * Addresses that the chat pages link to, in the reader's language. A guest has no list of chats. From the chat with
 * `chatId`, a purchase leads back to it.
 */
export function useChatLinks(isGuest = false, chatId?: string): ChatLinks {
  const locale = useLocale()
  const { person } = useSession()
  const isOperator = person?.is_admin === true
  const isSold = person?.offers_paused !== true
  return useMemo(
    () => ({
      chat: (chatId, seq) =>
        pathTo('chat', locale, {}, { chat_id: chatId, ...(seq !== undefined && { at: String(seq) }) }),
      history: pathTo(isGuest ? 'index' : 'chathistory', locale),
      explore: pathTo('index', locale),
      safety: pathTo('safety', locale),
      price: isSold ? pathTo('AboutView', locale, {}, { from: chatId }) : null,
      models: isOperator ? pathTo('admin-models', locale) : null,
      paint: pathTo('AiGeneratedImage', locale),
      blocks: `${pathTo('set', locale)}#blocks`,
      decisions: isGuest ? null : pathTo('decisions', locale) + STOP_FRAGMENT,
      presets: `${pathTo('set', locale)}#presets`,
      card: (type, id) => pathTo(type === 'single' ? 'card' : 'group', locale, { id }),
    }),
    [locale, isOperator, isGuest, isSold, chatId],
  )
}
