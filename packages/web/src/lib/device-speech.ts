import type { Locale } from '@everkin/contract/locales.ts'

/** As much of a `SpeechSynthesisVoice` as the choice needs. */
export type DeviceVoice = Pick<SpeechSynthesisVoice, 'lang' | 'localService' | 'default' | 'name'>

/**
 * The voice of the device for a language. Voices that the browser fetches from the net are left out: what they are to
 * say would leave the device. Null where there is none.
 */
export function findDeviceVoice<V extends DeviceVoice>(voices: readonly V[], locale: Locale): V | null {
  const usable = voices.filter((voice) => voice.localService && primaryLanguage(voice.lang) === locale)
  return usable.find((voice) => voice.default) ?? usable[0] ?? null
}

/** `pt_BR` and `zh-cmn-Hans` as they come from engines: what stands first decides. */
function primaryLanguage(tag: string): string {
  return tag.toLowerCase().split(/[-_]/, 1)[0] ?? ''
}

/** Calls back with the voices that are there, and again whenever the browser has found more. Gives the way out. */
export function watchVoices(onVoices: (voices: SpeechSynthesisVoice[]) => void): () => void {
  if (!('speechSynthesis' in window)) {
    onVoices([])
    return () => {}
  }
  const notify = () => onVoices(window.speechSynthesis.getVoices())
  notify()
  window.speechSynthesis.addEventListener('voiceschanged', notify)
  return () => window.speechSynthesis.removeEventListener('voiceschanged', notify)
}

const SENTENCE_END = /(?<=[.!?…؟])\s+|(?<=[。！？])/u

/** What to do when the words that are being said come to their end; null while nothing is said. */
let onSpeechEnd: (() => void) | null = null

/**
 * Says the words at once, sentence by sentence: engines stumble over long ones. `onEnd` is called when all has been
 * said, has failed, or was stopped; what was being said before is stopped.
 */
export function speak(words: string, voice: SpeechSynthesisVoice, speed: number, onEnd: () => void): void {
  stopSpeaking()
  const sentences = words
    .trim()
    .split(SENTENCE_END)
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
  if (sentences.length === 0) return onEnd()
  onSpeechEnd = onEnd
  let left = sentences.length
  const done = () => {
    left -= 1
    // An engine may report the end of words that were stopped when others are already being said.
    if (left === 0 && onSpeechEnd === onEnd) finishSpeaking()
  }
  for (const sentence of sentences) {
    const utterance = new SpeechSynthesisUtterance(sentence)
    utterance.voice = voice
    utterance.lang = voice.lang
    utterance.rate = speed
    utterance.onend = done
    utterance.onerror = done
    window.speechSynthesis.speak(utterance)
  }
}

/** Falls silent at once, if anything is being said by this page. */
export function stopSpeaking(): void {
  if (onSpeechEnd === null) return
  window.speechSynthesis.cancel()
  finishSpeaking()
}

function finishSpeaking(): void {
  const ended = onSpeechEnd
  onSpeechEnd = null
  ended?.()
}
