/** What the main thread asks of the worker that holds espeak-ng; `stream` tells messages apart that are spoken at once. */
export type ToWorker =
  | { kind: 'begin'; stream: number; sounds: EspeakSound }
  | { kind: 'say'; stream: number; words: string }
  | { kind: 'end'; stream: number }
  /** Nobody listens any more. */
  | { kind: 'drop'; stream: number }

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'sound'; stream: number; bytes: Uint8Array }
  /** A piece, or the end, is done: ask for the next. */
  | { kind: 'done'; stream: number }
  | { kind: 'broke'; stream: number }

/** Name of a voice with its variant, words a minute, and 0 to 99. */
export interface EspeakSound {
  voice: string
  rate: number
  pitch: number
}
