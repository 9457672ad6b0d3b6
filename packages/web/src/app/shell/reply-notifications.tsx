import { LOCALES } from '@everkin/contract/locales.ts'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { watchFinishedReplies } from '../../features/chats/realtime/finished-replies.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { showNotification } from '../../lib/notifications.ts'
import { pathTo } from '../paths.ts'
import { useRealtimeChats } from '../realtime/use-realtime-chats.ts'

/** Notifies about a finished reply while the tab is hidden: names the character, never the content. */
export function ReplyNotifications({ personId }: { personId: string }) {
  const live = useRealtimeChats(personId)
  const text = useText()
  const locale = useLocale()
  const navigate = useNavigate()

  useEffect(() => {
    if (!live) return
    return watchFinishedReplies(live.socket, ({ chatId, name }) => {
      const path = pathTo('chat', locale, {}, { chat_id: chatId })
      const title = text('settings.notify.ready', { name: name })
      const { direction } = LOCALES[locale]
      void showNotification({ title, lang: locale, dir: direction, tag: chatId, path }, () => void navigate(path))
    })
  }, [live, text, locale, navigate])

  return null
}
