import { detectLanguage } from '@everkin/contract/detect-language.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import { useLocale } from '../../../i18n/use-text.ts'
import { useChatSnapshot, useConversation } from './conversation-context.ts'

const NEWEST_MESSAGES = 6
const MAX_LENGTH = 3_000

/** The language of the newest messages of the conversation; the page's language where it cannot be detected. */
export function useConversationLanguage(): Locale {
  const locale = useLocale()
  const { chat } = useConversation()
  const { ids } = useChatSnapshot(chat)
  const texts = ids.slice(-NEWEST_MESSAGES).map((id) => chat.message(id)?.text ?? '')
  return detectLanguage(texts.join('\n').slice(-MAX_LENGTH)) ?? locale
}
