import type { speech } from '@everkin/contract/http/speech.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { loadPerson } from '../accounts/module.ts'
import { signAudioLink, verifyAudioLink } from './audio-link.ts'
import { isVoiceName } from './card-voice.ts'
import type { SpeechServices } from './services.ts'
import { loadSpokenMessage, speakMessage, speakSample } from './speak-message.ts'
import { transcribeRecording } from './transcribe.ts'

const MAX_VOICES = 300

/** The HTTP handlers of this module. */
export function speechHandlers(services: SpeechServices): Handlers<typeof speech> {
  const { appSecret, chats } = services
  return {
    audioLink: async ({ query: { message_id } }, caller) => {
      const { personId } = caller.identity
      await loadSpokenMessage(services, caller, message_id)
      const { sig, expiresAt } = signAudioLink(appSecret, personId, message_id, chats.clock.now())
      const url = `/api/chat/getStreamAudio?${new URLSearchParams({ message_id, sig }).toString()}`
      return { url, expires_at: expiresAt.toISOString() }
    },
    getStreamAudio: async ({ query: { message_id, sig } }, caller) => {
      const linkedTo = sig === undefined ? null : verifyAudioLink(appSecret, message_id, sig, chats.clock.now())
      const personId = sig === undefined ? (caller.identity?.personId ?? null) : linkedTo
      if (personId === null) throw new AppError('NotSignedIn')
      if (linkedTo !== null && (await loadPerson(chats.database, linkedTo))?.suspensionId !== null)
        throw new AppError('NotSignedIn')
      const audio = await speakMessage(services, {
        personId,
        country: caller.country,
        messageId: message_id,
        disconnectSignal: caller.disconnectSignal(),
      })
      return linkedTo === null ? audio : { ...audio, linkedTo }
    },
    voiceSample: async ({ query: { language, gender, card_id, ...voice } }, caller) =>
      speakSample(
        services,
        { personId: caller.identity.personId, disconnectSignal: caller.disconnectSignal() },
        { language, gender, cardId: card_id, voice: { ...voice, gender: voice.sounds } },
      ),
    voices: async () => {
      const engine = services.engine()
      const names = (await engine?.voices()) ?? []
      return { kind: engine?.kind ?? null, names: names.filter(isVoiceName).slice(0, MAX_VOICES) }
    },
    transcribe: async ({ body }, caller) =>
      transcribeRecording(
        services,
        { personId: caller.identity.personId, disconnectSignal: caller.disconnectSignal() },
        body,
      ),
  }
}
