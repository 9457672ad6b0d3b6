import type { Locale } from '@everkin/contract/locales.ts'

/** The fields of `SpeechSynthesisVoice` that choosing a voice needs. */
export type DeviceVoice = Pick<SpeechSynthesisVoice, 'lang' | 'localService' | 'default' | 'name'>

/**
 * Finds a voice of the device for a language. Network voices are excluded, because the text would leave the device.
 * Null if there is none.
 */
export function findDeviceVoice<V extends DeviceVoice>(voices: readonly V[], locale: Locale): V | null {
  const usable = voices.filter((voice) => voice.localService && primaryLanguage(voice.lang) === locale)
  return usable.find((voice) => voice.default) ?? usable[0] ?? null
}

/** The first part of a tag; engines use forms such as `pt_BR` and `zh-cmn-Hans`. */
function primaryLanguage(tag: string): string {
  return tag.toLowerCase().split(/[-_]/, 1)[0] ?? ''
}

/**
 * Calls back with the available voices, and again whenever the browser finds more. Returns a function that stops this.
 */
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

/** Called when the current speech ends; null while nothing is being spoken. */
let onSpeechEnd: (() => void) | null = null

/**
 * Speaks text at once, sentence by sentence, because engines fail on long input. `onEnd` is called when it ends, fails
 * or is stopped. Stops any earlier speech.
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
    // An engine may report the end of stopped utterances after the next speech has started.
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

/** Stops the speech of this page, if any. */
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
