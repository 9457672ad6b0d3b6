import type { ApiData } from '@everkin/contract/api-types.ts'
import { useEffect, useState } from 'react'
import { callApi } from '../../api/client.ts'

export type Help = ApiData<'GET /api/safety/helpLines'>

/**
 * Help lines for where the reader is: a page drawn by the server does not know their time zone, a call from the browser
 * tells it. What the page came with stays where the call fails, and where a country was chosen.
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
