/** A frame of a video as it lies in it, and the smallest file that holds it. */
export interface CodedFrame {
  codec: 'vp8' | 'vp9' | 'av1' | 'avc'
  /** As RFC 6381 names it, with profile and depth. */
  codecName: string
  width: number
  height: number
  /** Turned so far, clockwise, when it is shown. */
  rotation: number
  bytes: Uint8Array
  /** A file of its own with this frame alone. */
  file: Uint8Array
}

/** What the worker says of a video. */
export type FromVideoWorker =
  | {
      kind: 'done'
      container: 'mp4' | 'webm'
      bytes: Uint8Array
      width: number
      height: number
      durationMs: number
      frame: CodedFrame
    }
  | { kind: 'refused'; why: 'kind' | 'pixels' | 'duration' }
