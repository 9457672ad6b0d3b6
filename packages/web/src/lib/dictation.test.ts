import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { canDictate, startDictation } from './dictation.ts'

class Recogniser {
  static last: Recogniser
  lang = ''
  onresult: ((event: object) => void) | null = null
  onerror: ((event: { error: string }) => void) | null = null
  onend: (() => void) | null = null
  constructor() {
    Recogniser.last = this
  }
  start() {}
  stop() {
    this.onend?.()
  }
  abort() {
    this.onend?.()
  }
}

const hearing = () => ({ onInterim: vi.fn(), onWords: vi.fn(), onEnd: vi.fn() })
const result = (words: string, isFinal: boolean) => Object.assign([{ transcript: words }], { isFinal })

beforeEach(() => vi.stubGlobal('window', { webkitSpeechRecognition: Recogniser }))
afterEach(() => vi.unstubAllGlobals())

it('is available only where the browser supports it', () => {
  expect(canDictate()).toBe(true)
  vi.stubGlobal('window', {})
  expect(canDictate()).toBe(false)
})

it('reports interim words, and each final part once', () => {
  const heard = hearing()
  const dictating = startDictation('de-DE', heard)
  expect(Recogniser.last.lang).toBe('de-DE')
  Recogniser.last.onresult?.({ resultIndex: 0, results: [result(' guten', false)] })
  Recogniser.last.onresult?.({ resultIndex: 0, results: [result('Guten Abend ', true), result('wie', false)] })
  Recogniser.last.onresult?.({ resultIndex: 1, results: [result('Guten Abend ', true), result('Wie geht es?', true)] })
  expect(heard.onWords.mock.calls).toEqual([['Guten Abend'], ['Wie geht es?']])
  expect(heard.onInterim.mock.calls).toEqual([['guten'], ['wie'], ['']])
  dictating.stop()
  expect(heard.onEnd).toHaveBeenCalledWith(null)
})

it.each([
  ['not-allowed', 'denied'],
  ['no-speech', 'silent'],
  ['network', 'failed'],
])('reports the reason after %s', (error, fault) => {
  const heard = hearing()
  startDictation('en-GB', heard)
  Recogniser.last.onerror?.({ error })
  Recogniser.last.onend?.()
  expect(heard.onEnd).toHaveBeenCalledWith(fault)
})

it('reports nothing after it was cancelled', () => {
  const heard = hearing()
  startDictation('en-GB', heard).abort()
  expect(heard.onEnd).not.toHaveBeenCalled()
})
