import type { ClientFrame } from '@everkin/contract/types.ts'
import { LRUCache } from 'lru-cache'

/** The limits of this process. A network is an IPv4 address or an IPv6 /64. */
const SOCKET_LIMITS = {
  socketsPerNetwork: 200,
  socketsPerPerson: 20,
  /** The cost of all frames that one person sends in the window, over all of their sockets. */
  frameCost: 200,
  windowMs: 10_000,
} as const

export interface SocketLimits {
  /** Takes a slot for a socket, or returns null when all are taken. The result frees the slot. */
  enterNetwork(network: string): (() => void) | null
  enterPerson(personId: string): (() => void) | null
  /** Counts a frame; false when the person has sent too much. */
  consumeFrame(personId: string, cost: number): boolean
}

/** What one frame costs. A `sync` reads every chat and stream that it names. */
export function costOfFrame(frame: ClientFrame): number {
  return frame.type === 'sync' ? 1 + Math.ceil(frame.chats.length / 5) + frame.streams.length : 1
}

/** Counts the sockets and frames of this process (WS-02). Closing a socket does not forget what was sent over it. */
export function createSocketLimits(isEnabled: boolean, now: () => number = () => performance.now()): SocketLimits {
  const { socketsPerNetwork, socketsPerPerson, frameCost, windowMs } = SOCKET_LIMITS
  const networks = createSlots(isEnabled ? socketsPerNetwork : Number.POSITIVE_INFINITY)
  const persons = createSlots(isEnabled ? socketsPerPerson : Number.POSITIVE_INFINITY)
  const sent = new LRUCache<string, { at: number; cost: number }[]>({ max: 100_000 })

  return {
    enterNetwork: networks.enter,
    enterPerson: persons.enter,
    consumeFrame(personId, cost) {
      if (!isEnabled) return true
      const since = now() - windowMs
      const frames = sent.get(personId) ?? []
      while (frames[0] && frames[0].at <= since) frames.shift()
      frames.push({ at: now(), cost })
      sent.set(personId, frames)
      return frames.reduce((sum, frame) => sum + frame.cost, 0) <= frameCost
    },
  }
}

/** At most `max` slots for each key. */
function createSlots(max: number): { enter(key: string): (() => void) | null } {
  const taken = new Map<string, number>()
  return {
    enter(key) {
      const before = taken.get(key) ?? 0
      if (before >= max) return null
      taken.set(key, before + 1)
      return () => {
        const left = (taken.get(key) ?? 1) - 1
        if (left > 0) taken.set(key, left)
        else taken.delete(key)
      }
    },
  }
}
