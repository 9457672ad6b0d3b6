import { useMemo, useSyncExternalStore } from 'react'
import { callApi } from '../../api/client.ts'
import { useMounted } from '../../lib/use-mounted.ts'
import {
  type Arrival,
  campaignParams,
  createVisitAnswers,
  type VisitAnswer,
  type VisitAnswers,
} from './visit-answer.ts'

let answers: VisitAnswers | null = null

function ofThisBrowser(): VisitAnswers {
  answers ??= createVisitAnswers({
    local: storageNamed('localStorage'),
    session: storageNamed('sessionStorage'),
    // Visits that cannot be counted are not counted, without an error message.
    send: (query, body) => callApi('POST /api/advert/saveWebVisit', { query, body }).catch(() => undefined),
  })
  return answers
}

/** Merely reading the property throws if the browser forbids storage. */
function storageNamed(name: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    return window[name]
  } catch {
    return null
  }
}

function listen(onChange: () => void): () => void {
  const stop = ofThisBrowser().subscribe(onChange)
  const refresh = () => ofThisBrowser().refresh()
  window.addEventListener('storage', refresh)
  return () => {
    stop()
    window.removeEventListener('storage', refresh)
  }
}

/** The stored answer; undefined until the page is hydrated. */
export function useVisitAnswer() {
  const isMounted = useMounted()
  const answer = useSyncExternalStore(
    listen,
    () => ofThisBrowser().read(),
    () => null,
  )
  return useMemo(
    () => ({
      answer: isMounted ? answer : undefined,
      arrive: (deviceType: 0 | 1) => ofThisBrowser().arrive(here(), deviceType),
      give: (given: VisitAnswer, deviceType: 0 | 1) => ofThisBrowser().answer(given, here(), deviceType),
    }),
    [isMounted, answer],
  )
}

function here(): Arrival {
  const { pathname, search } = window.location
  return { page: pathname, referrer: document.referrer, words: campaignParams(search) }
}
