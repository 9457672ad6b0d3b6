import type { voices } from '@everkin/contract/http/voices.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { personOfSignature, signAudio } from './audio-link.ts'
import type { VoiceServices } from './services.ts'
import { readSpoken, speakMessage } from './speak-message.ts'
import { speakSample } from './speak-sample.ts'

/** The calls of this domain. */
export function voiceHandlers(services: VoiceServices): Handlers<typeof voices> {
  const { appSecret, chats } = services
  return {
    audioLink: async ({ query: { message_id } }, caller) => {
      const { personId } = caller.identity
      await readSpoken(services, personId, message_id)
      const { sig, expiresAt } = signAudio(appSecret, personId, message_id, chats.clock.now())
      const url = `/api/chat/getStreamAudio?${new URLSearchParams({ message_id, sig }).toString()}`
      return { url, expires_at: expiresAt.toISOString() }
    },
    getStreamAudio: async ({ query: { message_id, sig } }, caller) => {
      const personId =
        sig === undefined
          ? (caller.identity?.personId ?? null)
          : personOfSignature(appSecret, message_id, sig, chats.clock.now())
      if (personId === null) throw new AppError('NotSignedIn')
      return speakMessage(services, { personId, messageId: message_id, gone: caller.gone() })
    },
    voiceSample: async ({ query: { language, gender, card_id, ...voice } }, caller) =>
      speakSample(
        services,
        { personId: caller.identity.personId, gone: caller.gone() },
        { language, gender, cardId: card_id, voice: { ...voice, gender: voice.sounds } },
      ),
  }
}
