import type { DictationError } from './dictation.ts'

export interface RecordingSession {
  /** Ends the recording and delivers it. */
  stop(): void
  /** Ends at once; nothing is delivered. */
  abort(): void
}

interface RecordingCallbacks {
  onRecorded: (recording: Blob) => void
  onFault: (fault: DictationError) => void
}

/** Whether this browser can record the microphone. */
export function canRecord(): boolean {
  return typeof MediaRecorder !== 'undefined' && typeof navigator !== 'undefined' && 'mediaDevices' in navigator
}

/** Records the microphone until stopped, at most for `maxMs`. The microphone is released as soon as it ends. */
export function startRecording(maxMs: number, { onRecorded, onFault }: RecordingCallbacks): RecordingSession {
  let isAborted = false
  let isStopped = false
  let recorder: MediaRecorder | null = null
  const begin = async () => {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
    const release = () => {
      for (const track of stream.getTracks()) track.stop()
    }
    if (isAborted || isStopped) {
      release()
      if (!isAborted) onFault('silent')
      return
    }
    const parts: Blob[] = []
    const recording = new MediaRecorder(stream)
    recorder = recording
    const limit = setTimeout(() => recording.stop(), maxMs)
    recording.ondataavailable = ({ data }) => parts.push(data)
    recording.onstop = () => {
      clearTimeout(limit)
      release()
      const whole = new Blob(parts, { type: recording.mimeType })
      if (isAborted) return
      if (whole.size === 0) onFault('silent')
      else onRecorded(whole)
    }
    recording.start()
  }
  begin().catch((error: unknown) => {
    const isDenied = error instanceof DOMException && error.name === 'NotAllowedError'
    if (!isAborted) onFault(isDenied ? 'denied' : 'failed')
  })
  const end = () => {
    if (recorder?.state === 'recording') recorder.stop()
  }
  return {
    stop: () => {
      isStopped = true
      end()
    },
    abort: () => {
      isAborted = true
      end()
    },
  }
}
