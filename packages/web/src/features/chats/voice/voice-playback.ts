import { callApi } from '../../../api/client.ts'
import { streamFile } from '../../../api/download.ts'
import { createStore, type ReadableStore } from '../../../lib/store.ts'

/** Number of bars in the waveform. */
export const PEAK_COUNT = 36

/**
 * Loudness of each part of a sound, from 0.08 to 1 for the loudest part, computed from the decoded audio. Null if
 * this browser cannot decode it.
 */
async function computePeaks(sound: ArrayBuffer): Promise<number[] | null> {
  try {
    const decoded = await new OfflineAudioContext(1, 1, 22_050).decodeAudioData(sound)
    return loudness(decoded.getChannelData(0), PEAK_COUNT)
  } catch {
    return null
  }
}

/** Root mean square of equal parts, relative to the loudest one. */
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
  /** `coming`: there is nothing to play yet. */
  phase: 'coming' | 'playing' | 'paused' | 'failed'
  /** Seconds. */
  time: number
  /** Seconds received so far; the whole duration once `isWhole`. */
  loadedSeconds: number
  isComplete: boolean
  /** Loudness of each part; null until everything is received, and if it cannot be determined. */
  peaks: readonly number[] | null
  error: unknown
}

const MIME_TYPE = 'audio/mpeg'

/**
 * One message as audio: played while it arrives, by a media source where the browser supports one for mp3, otherwise by
 * a separate URL. Plain state, no React. Nothing plays before `start`; `end` releases all resources.
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

  /** Plays or pauses; starts from the beginning if it had ended. */
  toggle(): void {
    if (!this.#audio.paused) return this.#audio.pause()
    if (this.#state.get().isComplete && this.#state.get().time >= this.#state.get().loadedSeconds - 0.05)
      this.#audio.currentTime = 0
    this.#play()
  }

  /** Seeks to a second, within what has been received. */
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
    // Within the tap that requested it: some browsers block playback later.
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
      // The browser requires a tap, for which there is the button. Other failures are reported as an `error` event.
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
