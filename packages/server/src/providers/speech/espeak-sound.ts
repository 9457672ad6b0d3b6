import type { Locale } from '@everkin/contract/locales.ts'
import type { CharacterVoice } from '../../domains/voices/speech-engine.ts'
import type { EspeakSound } from './built-in-messages.ts'

const LANGUAGES: Record<Locale, string> = {
  en: 'en-gb',
  ar: 'ar',
  de: 'de',
  es: 'es-419',
  fr: 'fr-fr',
  ja: 'ja',
  pt: 'pt-br',
  zh: 'cmn',
}

/** Variants of espeak-ng that sound like somebody of the kind; eight seats, so two may share one at another pitch. */
const VARIANTS = {
  female: ['f2', 'f3', 'f4', 'f1', 'f5', 'f2', 'f3', 'f4'],
  male: ['m3', 'm1', 'm7', 'm2', 'm4', 'm6', 'm8', 'm5'],
  other: ['m1', 'f4', 'm7', 'f1', 'm3', 'f3', 'm6', 'f5'],
} as const

const USUAL_RATE = 165

/** A character's voice as espeak-ng takes it. */
export function espeakSoundOf(voice: CharacterVoice, locale: Locale): EspeakSound {
  const variant = VARIANTS[voice.gender][voice.seat % 8] ?? 'm1'
  // Those who share a variant are told apart by pitch.
  const lift = voice.gender === 'female' && voice.seat >= 5 ? 9 : 0
  return {
    voice: `${LANGUAGES[locale]}+${variant}`,
    rate: Math.round(Math.min(260, Math.max(100, USUAL_RATE * voice.rate))),
    pitch: Math.round(Math.min(92, Math.max(12, 50 + (voice.pitch - 1) * 110 + lift))),
  }
}

const HAN = /\p{Script=Han}/u

/**
 * The words as espeak-ng can read them; null where it can not. Of Japanese it reads kana only, and names each kanji one
 * by one: readings that the text brings along, as in 灯台（とうだい）, are read in place of the kanji, and without them
 * nobody should have to listen to it.
 */
export function readableWords(words: string, locale: Locale): string | null {
  if (locale !== 'ja') return words
  const withReadings = words.replace(
    /[\p{Script=Han}々〆ヶ]+[（(《]([\p{Script=Hiragana}\p{Script=Katakana}ー]+)[）)》]/gu,
    '$1',
  )
  return HAN.test(withReadings) ? null : withReadings
}
