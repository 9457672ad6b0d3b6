import type { Locale } from '@everkin/contract/locales.ts'

/** As much of a `SpeechSynthesisVoice` as the choice needs. */
export type Voice = Pick<SpeechSynthesisVoice, 'lang' | 'localService' | 'default' | 'name'>

/**
 * The voice of the device for a language. Voices that the browser fetches from the net are left out: what they are to
 * say would leave the device. Null where there is none.
 */
export function ownVoiceFor<V extends Voice>(voices: readonly V[], locale: Locale): V | null {
  const able = voices.filter((voice) => voice.localService && primaryOf(voice.lang) === locale)
  return able.find((voice) => voice.default) ?? able[0] ?? null
}

/** `pt_BR` and `zh-cmn-Hans` as they come from engines: what stands first decides. */
function primaryOf(tag: string): string {
  return tag.toLowerCase().split(/[-_]/, 1)[0] ?? ''
}

/** Calls back with the voices that are there, and again whenever the browser has found more. Gives the way out. */
export function watchVoices(onVoices: (voices: SpeechSynthesisVoice[]) => void): () => void {
  if (!('speechSynthesis' in window)) {
    onVoices([])
    return () => {}
  }
  const look = () => onVoices(window.speechSynthesis.getVoices())
  look()
  window.speechSynthesis.addEventListener('voiceschanged', look)
  return () => window.speechSynthesis.removeEventListener('voiceschanged', look)
}

const SENTENCE_END = /(?<=[.!?…؟])\s+|(?<=[。！？])/u

/** What to do when the words that are being said come to their end; null while nothing is said. */
let atEnd: (() => void) | null = null

/**
 * Says the words at once, sentence by sentence: engines stumble over long ones. `onEnd` is called when all has been
 * said, has failed, or was stopped; what was being said before is stopped.
 */
export function say(words: string, voice: SpeechSynthesisVoice, speed: number, onEnd: () => void): void {
  stopSaying()
  const sentences = words
    .trim()
    .split(SENTENCE_END)
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
  if (sentences.length === 0) return onEnd()
  atEnd = onEnd
  let left = sentences.length
  const done = () => {
    left -= 1
    // An engine may report the end of words that were stopped when others are already being said.
    if (left === 0 && atEnd === onEnd) endSaying()
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
export function stopSaying(): void {
  if (atEnd === null) return
  window.speechSynthesis.cancel()
  endSaying()
}

function endSaying(): void {
  const ended = atEnd
  atEnd = null
  ended?.()
}
