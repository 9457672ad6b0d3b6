import { useSyncExternalStore } from 'react'
import { createListeners } from './store.ts'

/** Settings of this device rather than the account; those of the appearance are in `device-appearance.ts`. */
export interface DeviceSettings {
  readAloud: boolean
  /** Which voice reads aloud: each character's own, from the server, or one voice of this device for all. */
  voiceFrom: 'character' | 'device'
  /** Whether the reader knows that the browser recognises speech, and where it may send the audio. */
  knowsDictation: boolean
  /** Whether the reader knows that a recording is sent to the server and turned into text. */
  knowsTranscription: boolean
  /** Speed of reading aloud; 1 is normal. */
  speed: number
  /** Whether to notify about finished replies while another tab is in front. */
  tellsReplies: boolean
}

export const SPEEDS = [0.8, 1, 1.2, 1.5]

const DEFAULTS: DeviceSettings = {
  readAloud: false,
  voiceFrom: 'character',
  knowsDictation: false,
  knowsTranscription: false,
  speed: 1,
  tellsReplies: false,
}
const STORAGE_KEY = 'everkin-device'

const listeners = createListeners()
let cached: { text: string | null; settings: DeviceSettings } | null = null

/** The settings of this device: defaults on the server and while hydrating, then the stored ones. */
export function useDeviceSettings(): DeviceSettings {
  return useSyncExternalStore(subscribe, deviceSettings, () => DEFAULTS)
}

/** The settings as currently stored; another tab may have changed them. Browser only. */
export function deviceSettings(): DeviceSettings {
  const text = localStorageOrNull()?.getItem(STORAGE_KEY) ?? null
  if (cached === null || cached.text !== text) cached = { text, settings: parseSettings(text) }
  return cached.settings
}

/** Changes some settings; returns false if this browser cannot store them. */
export function setDeviceSettings(change: Partial<DeviceSettings>): boolean {
  try {
    localStorageOrNull()?.setItem(STORAGE_KEY, JSON.stringify({ ...deviceSettings(), ...change }))
  } catch {
    return false // full, or forbidden by the browser's settings
  }
  listeners.notify()
  return localStorageOrNull() !== null
}

/** Parses stored settings; missing or invalid values become defaults. Never throws. */
export function parseSettings(text: string | null): DeviceSettings {
  const stored = parseObject(text)
  return {
    readAloud: stored.readAloud === true,
    voiceFrom: stored.voiceFrom === 'device' ? 'device' : DEFAULTS.voiceFrom,
    knowsDictation: stored.knowsDictation === true,
    knowsTranscription: stored.knowsTranscription === true,
    speed: SPEEDS.find((speed) => speed === stored.speed) ?? DEFAULTS.speed,
    tellsReplies: stored.tellsReplies === true,
  }
}

function parseObject(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return value !== null && typeof value === 'object' ? { ...value } : {}
  } catch {
    return {} // not ours, or truncated
  }
}

/** The browser's storage of this site; null where its settings forbid it. */
export function localStorageOrNull(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}

function subscribe(listener: () => void): () => void {
  const remove = listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    remove()
    window.removeEventListener('storage', listener)
  }
}
