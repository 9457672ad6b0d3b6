import { setTimeout as waitFor } from 'node:timers/promises'
import { guessLanguage } from '@everkin/contract/detect-language.ts'
import {
  countTokens,
  type TextModel,
  type TextModelPart,
  type TextModelRequest,
} from '../../../modules/models/module.ts'
import { composeReply } from './compose-reply.ts'
import { grammarOf } from './grammar/by-language.ts'
import { phrasesOf } from './phrases/by-locale.ts'
import { findToldFacts, noteOf } from './told-facts.ts'

export interface DemoModelSettings {
  /** Waits between words; throws when the signal fires. */
  wait?: (delayMs: number, signal: AbortSignal) => Promise<void>
  /** About 32 words a second by default. */
  wordDelayMs?: number
}

/**
 * The demo model for a server without a language model. It replies from the scene alone, in the reader's language, word
 * by word like a real model, with the first word at once. The caller stores its messages with the label `voice_demo`.
 */
export function createDemoModel(settings: DemoModelSettings = {}): TextModel {
  const wait = settings.wait ?? ((delayMs, signal) => waitFor(delayMs, undefined, { signal }))
  const wordDelayMs = settings.wordDelayMs ?? 31

  async function* stream(request: TextModelRequest): AsyncGenerator<TextModelPart> {
    const { signal, scene, maxReplyTokens } = request
    signal.throwIfAborted()
    if (!scene) throw new Error('the demo model was asked without a scene')
    const words = wordsOf(composeReply(scene), scene.locale)
    const said = words.slice(0, maxReplyTokens)
    for (const [at, text] of said.entries()) {
      if (at > 0) await wait(wordDelayMs, signal).catch((error) => throwReason(signal, error))
      signal.throwIfAborted()
      yield { type: 'text', text }
    }
    const promptTokens = request.messages.reduce((sum, message) => sum + countTokens(message.content), 0)
    const usage = { promptTokens, replyTokens: countTokens(said.join('')) }
    yield { type: 'finish', reason: said.length < words.length ? 'length' : 'stop', usage }
  }

  return { kind: 'demo', name: 'demo voice', contextTokens: 8192, stream, extractFacts }
}

/** What messages tell about the person, as short notes in the language of each message. */
function extractFacts(said: readonly { seq: number; text: string }[], locale: string) {
  return said.flatMap(({ seq, text }) => {
    const language = guessLanguage(text, locale)
    const { labels } = phrasesOf(language)
    return findToldFacts(text, grammarOf(language)).map((fact) => ({ fromSeq: seq, text: noteOf(fact, labels) }))
  })
}

function throwReason(signal: AbortSignal, error: unknown): never {
  throw signal.aborted ? signal.reason : error
}

/** The text split into words of its language, each with the blanks and punctuation before it. */
function wordsOf(text: string, locale: string): string[] {
  const words: string[] = []
  let before = ''
  for (const { segment, isWordLike } of new Intl.Segmenter(locale, { granularity: 'word' }).segment(text)) {
    before += segment
    if (!isWordLike) continue
    words.push(before)
    before = ''
  }
  if (before !== '') words.push((words.pop() ?? '') + before)
  return words
}
