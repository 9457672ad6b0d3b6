import type { ApiBody, ApiQuery } from '@everkin/contract/api-types.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import { createStore } from '../../lib/store.ts'

export type VisitAnswer = 'yes' | 'no'
type SaveVisit = 'POST /api/advert/saveWebVisit'
type Words = NonNullable<ApiQuery<SaveVisit>>
type VisitBody = ApiBody<SaveVisit>

/** How someone reached the site: sent after a yes, deleted after a no. */
export interface Arrival {
  page: string
  referrer: string
  words: Words
}

interface VisitPorts {
  /** Outlives the tab; null if the browser cannot store anything. */
  local: Pick<Storage, 'getItem' | 'setItem'> | null
  /** Ends with the tab. */
  session: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null
  send: (query: Words, body: VisitBody) => Promise<unknown>
}

export interface VisitAnswers {
  read: () => VisitAnswer | null
  /** Stores the first arrival of this tab while there is no answer; sends it if the answer was yes before. */
  arrive: (arrival: Arrival, deviceType: 0 | 1) => void
  /** Stores the answer and acts on it. A no after a yes deletes the visit on the server. */
  answer: (answer: VisitAnswer, here: Arrival, deviceType: 0 | 1) => void
  /** Uses an answer given in another tab. */
  refresh: () => void
  subscribe: (listener: () => void) => () => void
}

const ANSWER = 'visit-answer'
const ARRIVAL = 'visit-arrival'
const SENT = 'visit-sent'
const PARAMS = ['utm_source', 'utm_medium', 'utm_campaign', 'ref'] as const

/** The campaign parameters of a link, truncated to the server's limits. */
export function campaignParams(search: string): Words {
  const query = new URLSearchParams(search)
  const words: Words = {}
  for (const word of PARAMS) {
    const value = query.get(word)
    if (value) words[word] = value.slice(0, LIMITS.campaignLength)
  }
  return words
}

/** Whether an address has campaign parameters. */
export function namesCampaign(search: string): boolean {
  return Object.keys(campaignParams(search)).length > 0
}

/** The answer to "may we count this visit?" and its effects; independent of React and the browser. */
export function createVisitAnswers({ local, session, send }: VisitPorts): VisitAnswers {
  const current = createStore(readStored(local))
  let isSent = Boolean(session?.getItem(SENT))
  function sendOnce(arrival: Arrival, deviceType: 0 | 1): void {
    if (isSent) return
    isSent = true
    session?.setItem(SENT, '1')
    session?.removeItem(ARRIVAL)
    void send(arrival.words, bodyOf(arrival, deviceType, true))
  }
  return {
    read: current.get,
    arrive(arrival, deviceType) {
      if (current.get() === 'yes') sendOnce(arrival, deviceType)
      else if (current.get() === null && !session?.getItem(ARRIVAL)) session?.setItem(ARRIVAL, JSON.stringify(arrival))
    },
    answer(answer, here, deviceType) {
      const before = current.get()
      local?.setItem(ANSWER, answer)
      if (answer === 'yes') sendOnce(parseArrival(session?.getItem(ARRIVAL)) ?? here, deviceType)
      else {
        session?.removeItem(ARRIVAL)
        session?.removeItem(SENT)
        isSent = false
        if (before === 'yes') void send({}, { ...bodyOf(here, deviceType, false), referrer: '' })
      }
      current.set(answer)
    },
    refresh: () => current.set(readStored(local)),
    subscribe: current.subscribe,
  }
}

function readStored(local: VisitPorts['local']): VisitAnswer | null {
  const stored = local?.getItem(ANSWER)
  return stored === 'yes' || stored === 'no' ? stored : null
}

function bodyOf({ page, referrer }: Arrival, deviceType: 0 | 1, consent: boolean): VisitBody {
  return { page: page.slice(0, 500), referrer: referrer.slice(0, 2_000), device_type: deviceType, consent }
}

function parseArrival(stored: string | null | undefined): Arrival | null {
  if (!stored) return null
  try {
    return JSON.parse(stored) as Arrival // written by `arrive` in this tab
  } catch {
    return null
  }
}
