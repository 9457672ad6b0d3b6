import { setTimeout as wait } from 'node:timers/promises'
import { finishedSentences, speakableText } from '@everkin/contract/speakable-text.ts'
import { AppError } from '../../platform/app-error.ts'
import { type ChatContext, loadOwnMessage } from '../chats/module.ts'
import { MAX_SPOKEN_LENGTH } from './rules.ts'
import type { SpeechServices } from './services.ts'

/** How often the reply is read while it is written, by this process or by another. */
const POLL_INTERVAL_MS = { here: 150, elsewhere: 500 }

/**
 * What a reply says, as it is written: its finished sentences so far, then further ones until it has ended. Ends early
 * when its text is withdrawn or deleted.
 * @throws AppError Conflict for a reply that has ended with nothing to say.
 */
export async function* followReply(
  services: SpeechServices,
  context: ChatContext,
  message: { id: string; seq: number },
  disconnectSignal: AbortSignal,
): AsyncGenerator<string> {
  let spoken = ''
  for (;;) {
    const { text, isEnded, isHere } = await readReply(services, context, message)
    const words = speakableText(isEnded ? text : finishedSentences(text)).slice(0, MAX_SPOKEN_LENGTH)
    if (!words.startsWith(spoken)) return
    const more = words.slice(spoken.length).trim()
    if (more !== '') {
      spoken = words
      yield more
    }
    if (isEnded || spoken.length === MAX_SPOKEN_LENGTH) break
    await wait(isHere ? POLL_INTERVAL_MS.here : POLL_INTERVAL_MS.elsewhere, null, {
      signal: disconnectSignal,
      ref: false,
    })
  }
  if (spoken === '') throw new AppError('Conflict')
}

async function readReply({ chats }: SpeechServices, context: ChatContext, message: { id: string; seq: number }) {
  const live = chats.replies.find(context.chat.id)
  if (live?.seq === message.seq) return { text: live.text, isEnded: false, isHere: true }
  const stored = await loadOwnMessage(chats, context, message.id)
  return { text: stored.text, isEnded: stored.status !== 'streaming', isHere: false }
}
