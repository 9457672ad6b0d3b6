/** The part of the browser's speech recognition that we use. TypeScript's DOM types lack it, and browsers prefix it. */
interface SpeechRecognitionLike {
  lang: string
  continuous: boolean
  interimResults: boolean
  onresult:
    | ((event: {
        resultIndex: number
        results: ArrayLike<ArrayLike<{ transcript: string }> & { isFinal: boolean }>
      }) => void)
    | null
  onerror: ((event: { error: string }) => void) | null
  onend: (() => void) | null
  start(): void
  stop(): void
  abort(): void
}

export type DictationError = 'denied' | 'silent' | 'failed'

export interface DictationSession {
  /** Ends after the current utterance. */
  stop(): void
  /** Ends at once without a further result. */
  abort(): void
}

interface DictationCallbacks {
  /** The words recognised so far; '' once they are final. */
  onInterim: (words: string) => void
  onWords: (words: string) => void
  /** Called once; null if there was no error. */
  onEnd: (fault: DictationError | null) => void
}

/** Whether this browser supports speech recognition. */
export function canDictate(): boolean {
  return findSpeechRecognition() !== null
}

/** Starts listening in a language (BCP 47) until stopped or until the browser ends it. */
export function startDictation(language: string, { onInterim, onWords, onEnd }: DictationCallbacks): DictationSession {
  const Recogniser = findSpeechRecognition()
  if (!Recogniser) throw new Error('speech recognition is not supported: check canDictate first')
  const recognition = new Recogniser()
  let fault: DictationError | null = null
  let isAborted = false
  recognition.lang = language
  recognition.continuous = true
  recognition.interimResults = true
  recognition.onresult = (event) => {
    let interim = ''
    for (let at = event.resultIndex; at < event.results.length; at++) {
      const result = event.results[at]
      const words = result?.[0]?.transcript ?? ''
      if (result?.isFinal) onWords(words.trim())
      else interim += words
    }
    onInterim(interim.trim())
  }
  recognition.onerror = ({ error }) => {
    fault =
      error === 'not-allowed' || error === 'service-not-allowed'
        ? 'denied'
        : error === 'no-speech'
          ? 'silent'
          : 'failed'
  }
  recognition.onend = () => {
    if (!isAborted) onEnd(fault)
  }
  try {
    recognition.start()
  } catch {
    queueMicrotask(() => onEnd('failed'))
  }
  return {
    stop: () => recognition.stop(),
    abort: () => {
      isAborted = true
      recognition.abort()
    },
  }
}

function findSpeechRecognition(): (new () => SpeechRecognitionLike) | null {
  if (typeof window === 'undefined') return null
  const names = window as {
    SpeechRecognition?: new () => SpeechRecognitionLike
    webkitSpeechRecognition?: new () => SpeechRecognitionLike
  }
  return names.SpeechRecognition ?? names.webkitSpeechRecognition ?? null
}
