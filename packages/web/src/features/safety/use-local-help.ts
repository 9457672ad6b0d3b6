import type { ApiData } from '@everkin/contract/api-types.ts'
import { useEffect, useState } from 'react'
import { callApi } from '../../api/client.ts'

export type Help = ApiData<'GET /api/safety/helpLines'>

/**
 * Help lines for the reader's location: the server does not know their time zone when it renders, but an API call from
 * the browser includes it. Keeps the page's data if the call fails or a country was chosen.
 */
export function useLocalHelp(help: Help, isChosen: boolean): Help {
  const [local, setLocal] = useState<Help | null>(null)
  useEffect(() => {
    if (isChosen) return
    let isGone = false
    callApi('GET /api/safety/helpLines', { query: {} }).then(
      (found) => {
        if (!isGone) setLocal(found)
      },
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [isChosen])
  return isChosen ? help : (local ?? help)
}
