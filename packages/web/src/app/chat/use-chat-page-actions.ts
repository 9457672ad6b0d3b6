import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { errorMessage } from '../../api/api-error.ts'
import { callApi } from '../../api/client.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useToast } from '../../ui/toast.tsx'
import { clearPageCache } from '../page-data-cache.ts'
import { pathTo } from '../paths.ts'

/** Actions on a whole chat: start a new one with the same card, delete, restore. */
export function useChatPageActions(chatId: string) {
  const locale = useLocale()
  const text = useText()
  const navigate = useNavigate()
  const toasts = useToast()
  return useMemo(() => {
    const withErrorToast = async (work: Promise<unknown>) => {
      await work.catch((error: unknown) => {
        toasts.show(errorMessage(error, text), 'error')
      })
    }
    const open = (id: string) => navigate(pathTo('chat', locale, {}, { chat_id: id }))
    return {
      leave: () => {
        clearPageCache()
        void navigate(pathTo('chathistory', locale))
      },
      restart: (card: { id: string; type: 'single' | 'multiple' }) => {
        const body = { ...(card.type === 'single' ? { card_id: card.id } : { group_id: card.id }), fresh: true }
        void withErrorToast(callApi('POST /api/chat/start', { body }).then((fresh) => open(fresh.id)))
      },
      restore: () => {
        const restored = callApi('POST /api/chat/restore', { body: { chat_id: chatId } })
        void withErrorToast(restored.then(() => window.location.reload()))
      },
    }
  }, [chatId, locale, text, navigate, toasts])
}
