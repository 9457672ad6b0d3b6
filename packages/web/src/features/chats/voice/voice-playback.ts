import { callApi } from '../../../api/client.ts'
import { streamFile } from '../../../api/download.ts'
import { createStore, type ReadableStore } from '../../../lib/store.ts'

/** Bars of the drawn sound. */
export const PEAK_COUNT = 36

/**
 * How loud each part of a sound is, 0.08 to 1 against its loudest: what was really decoded, never made up. Null when
 * this browser can not decode it.
 */
export async function computePeaks(sound: ArrayBuffer): Promise<number[] | null> {
  try {
    const decoded = await new OfflineAudioContext(1, 1, 22_050).decodeAudioData(sound)
    return loudness(decoded.getChannelData(0), PEAK_COUNT)
  } catch {
    return null
  }
}

/** Root mean square of equal parts, against the loudest one. */
export function loudness(samples: Float32Array, parts: number): number[] {
  const size = Math.max(1, Math.floor(samples.length / parts))
  const levels = Array.from({ length: parts }, (_, part) => {
    let sum = 0
    for (let at = part * size; at < (part + 1) * size; at++) sum += (samples[at] ?? 0) ** 2
    return Math.sqrt(sum / size)
  })
  const loudest = Math.max(...levels)
  return levels.map((level) => (loudest === 0 ? 0.08 : Math.max(0.08, level / loudest)))
}

export interface PlaybackState {
  /** `coming`: nothing can be heard yet. */
  phase: 'coming' | 'playing' | 'paused' | 'failed'
  /** Seconds. */
  time: number
  /** Seconds that have come so far; the whole length once `isWhole`. */
  loadedSeconds: number
  isComplete: boolean
  /** How loud each part is; null until the whole has come, and where it can not be told. */
  peaks: readonly number[] | null
  error: unknown
}

const MIME_TYPE = 'audio/mpeg'

/**
 * One message as sound: played while it comes, by a media source where the browser has one for mp3, else by a link of
 * its own. Plain state, no React. Nothing plays before `start`; `end` lets go of everything.
 */
export class VoicePlayback {
  readonly #messageId: string
  readonly #audio = new Audio()
  readonly #abort = new AbortController()
  readonly #state = createStore<PlaybackState>({
    phase: 'coming',
    time: 0,
    loadedSeconds: 0,
    isComplete: false,
    peaks: null,
    error: null,
  })
  readonly state: ReadableStore<PlaybackState> = this.#state
  #address: string | null = null

  constructor(messageId: string, speed: number) {
    this.#messageId = messageId
    this.setSpeed(speed)
    const audio = this.#audio
    audio.addEventListener('playing', () => this.#set({ phase: 'playing' }))
    audio.addEventListener('pause', () => this.#set({ phase: 'paused' }))
    audio.addEventListener('ended', () => this.#set({ phase: 'paused', time: this.#state.get().loadedSeconds }))
    for (const event of ['timeupdate', 'progress', 'durationchange']) audio.addEventListener(event, this.#measure)
    audio.addEventListener('error', () => this.#fail(audio.error))
  }

  start(): void {
    const isStreamed = 'MediaSource' in window && MediaSource.isTypeSupported(MIME_TYPE)
    const work = isStreamed ? this.#stream() : this.#playFromUrl()
    work.catch((error: unknown) => this.#fail(error))
  }

  /** Plays or pauses; from the beginning when it had ended. */
  toggle(): void {
    if (!this.#audio.paused) return this.#audio.pause()
    if (this.#state.get().isComplete && this.#state.get().time >= this.#state.get().loadedSeconds - 0.05)
      this.#audio.currentTime = 0
    this.#play()
  }

  /** To a second, within what has come. */
  seek(time: number): void {
    this.#audio.currentTime = Math.min(Math.max(0, time), Math.max(0, this.#state.get().loadedSeconds - 0.05))
    this.#measure()
  }

  setSpeed(speed: number): void {
    this.#audio.defaultPlaybackRate = speed
    this.#audio.playbackRate = speed
  }

  end(): void {
    this.#abort.abort()
    this.#audio.pause()
    this.#audio.removeAttribute('src')
    this.#audio.load()
    if (this.#address) URL.revokeObjectURL(this.#address)
  }

  async #stream(): Promise<void> {
    const source = new MediaSource()
    this.#address = URL.createObjectURL(source)
    this.#audio.src = this.#address
    // Within the tap that asked for it: some browsers play nothing later.
    this.#play()
    const opened = new Promise((resolve) => source.addEventListener('sourceopen', resolve, { once: true }))
    const sound = await streamFile('GET /api/chat/getStreamAudio', MIME_TYPE, {
      query: { message_id: this.#messageId },
      signal: this.#abort.signal,
    })
    await opened
    const buffer = source.addSourceBuffer(MIME_TYPE)
    const parts: Uint8Array<ArrayBuffer>[] = []
    const reader = sound.getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const bytes = new Uint8Array(part.value)
      parts.push(bytes)
      buffer.appendBuffer(bytes)
      await new Promise((resolve) => buffer.addEventListener('updateend', resolve, { once: true }))
      this.#measure()
    }
    source.endOfStream()
    this.#measure()
    const peaks = await computePeaks(await new Blob(parts).arrayBuffer())
    if (!this.#abort.signal.aborted) this.#set({ peaks })
  }

  async #playFromUrl(): Promise<void> {
    const query = { message_id: this.#messageId }
    const { url } = await callApi('GET /api/chat/audioLink', { query, signal: this.#abort.signal })
    this.#audio.src = url
    this.#play()
  }

  #play(): void {
    this.#audio.play().catch((error: unknown) => {
      // Not without a tap, says the browser: the button is there for it. What else fails tells so by itself.
      if (error instanceof DOMException && error.name === 'NotAllowedError') this.#set({ phase: 'paused' })
    })
  }

  #measure = (): void => {
    const { buffered, duration, currentTime } = this.#audio
    const isWhole = Number.isFinite(duration) && duration > 0
    const come = isWhole ? duration : buffered.length > 0 ? buffered.end(buffered.length - 1) : 0
    this.#set({ time: currentTime, loadedSeconds: come, isComplete: isWhole })
  }

  #fail(error: unknown): void {
    if (this.#abort.signal.aborted || this.#state.get().phase === 'failed') return
    this.#set({ phase: 'failed', error })
  }

  #set(change: Partial<PlaybackState>): void {
    if (!this.#abort.signal.aborted) this.#state.set({ ...this.#state.get(), ...change })
  }
}
