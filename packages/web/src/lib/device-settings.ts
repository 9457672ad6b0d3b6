import { useSyncExternalStore } from 'react'
import { createListeners } from './store.ts'

/** What belongs to this device and not to the account; how the pages look is in `device-look.ts`. */
export interface DeviceSettings {
  readAloud: boolean
  /** Whose voice reads: each character's own, from the server, or this device's for all. */
  voiceFrom: 'character' | 'device'
  /** Has been told that the browser turns speech into text, and where it may send it. */
  knowsDictation: boolean
  /** Of reading aloud; 1 is the voice's own. */
  speed: number
  /** Tell of finished replies while the reader is in another tab. */
  tellsReplies: boolean
}

export const SPEEDS = [0.8, 1, 1.2, 1.5]

const DEFAULTS: DeviceSettings = {
  readAloud: false,
  voiceFrom: 'character',
  knowsDictation: false,
  speed: 1,
  tellsReplies: false,
}
const STORAGE_KEY = 'everkin-device'

const listeners = createListeners()
let cached: { text: string | null; settings: DeviceSettings } | null = null

/** The settings of this device: the defaults on the server and while hydrating, then what is kept here. */
export function useDeviceSettings(): DeviceSettings {
  return useSyncExternalStore(subscribe, deviceSettings, () => DEFAULTS)
}

/** The settings as they are kept now; another tab may have changed them. Browser only. */
export function deviceSettings(): DeviceSettings {
  const text = storage()?.getItem(STORAGE_KEY) ?? null
  if (cached === null || cached.text !== text) cached = { text, settings: parseSettings(text) }
  return cached.settings
}

/** Changes some of them; false when this browser keeps nothing. */
export function setDeviceSettings(change: Partial<DeviceSettings>): boolean {
  try {
    storage()?.setItem(STORAGE_KEY, JSON.stringify({ ...deviceSettings(), ...change }))
  } catch {
    return false // full, or forbidden by the browser's settings
  }
  listeners.notify()
  return storage() !== null
}

/** Reads what was kept; whatever is missing or of another kind is the default's. Never throws. */
export function parseSettings(text: string | null): DeviceSettings {
  const stored = parseObject(text)
  return {
    readAloud: stored.readAloud === true,
    voiceFrom: stored.voiceFrom === 'device' ? 'device' : DEFAULTS.voiceFrom,
    knowsDictation: stored.knowsDictation === true,
    speed: SPEEDS.find((speed) => speed === stored.speed) ?? DEFAULTS.speed,
    tellsReplies: stored.tellsReplies === true,
  }
}

function parseObject(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return value !== null && typeof value === 'object' ? { ...value } : {}
  } catch {
    return {} // not ours, or cut off
  }
}

function storage(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null // forbidden by the browser's settings
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
