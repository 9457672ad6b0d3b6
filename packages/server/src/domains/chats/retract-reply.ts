import { changeChat, publishChange } from './change-chat.ts'
import { nullIfGone } from './finish-reply.ts'
import type { LiveReply } from './live-replies.ts'
import { findMessage, updateMessage } from './message-store.ts'
import { countTokens } from './prompt/count-tokens.ts'
import type { ReplySetting } from './reply-setting.ts'
import type { ChatServices } from './services.ts'
import { messageViews } from './views.ts'

/**
 * Takes back what a streaming reply has shown so far, beyond `text`: it was hidden reasoning. Every device hears of it
 * by a new revision of the message, so that those that reconnect meanwhile do too.
 */
export async function retractReply(
  services: ChatServices,
  setting: Pick<ReplySetting, 'ready'>,
  live: LiveReply,
  text: string,
): Promise<void> {
  live.text = text
  const changed = await changeChat(services, live.personId, live.chatId, async (held) => {
    const row = await findMessage(held.tx, live.chatId, live.seq)
    if (row?.status !== 'streaming') return null
    const change = { text, tokens: countTokens(text), status: row.status, rev: held.nextRev() }
    return updateMessage(held.tx, live.chatId, live.seq, change)
  }).catch(nullIfGone)
  if (!changed?.result) return
  const messages = await messageViews(services, [changed.result], setting.ready.card, () => true)
  const frames = messages.map((message) => ({ type: 'message.updated' as const, message }))
  await publishChange(services, changed.chat, frames)
}
