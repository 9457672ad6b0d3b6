import type { ApiData } from '@everkin/contract/api-types.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { errorMessage } from '../../../api/api-error.ts'
import { callApi } from '../../../api/client.ts'
import { useText } from '../../../i18n/use-text.ts'

export type SearchHit = ApiData<'POST /api/chat/search'>['list'][number]

/** The search starts when the reader has stopped typing for this long. */
const SEARCH_DEBOUNCE_MS = 250

export interface MessageSearch {
  hits: readonly SearchHit[]
  /** The query that the hits belong to; '' before the first response. */
  asked: string
  isBusy: boolean
  failure: string | null
  hasMore: boolean
  isComplete: boolean
  more: () => void
}

interface SearchResult {
  key: string
  q: string
  hits: readonly SearchHit[]
  cursor: string | null
  isComplete: boolean
}

const NO_RESULT: SearchResult = { key: '', q: '', hits: [], cursor: null, isComplete: true }

/** Searches the messages of a chat or (null) of all chats; only the response to the latest query is applied. */
export function useMessageSearch(query: string, chatId: string | null, scope: 'path' | 'branches'): MessageSearch {
  const text = useText()
  const [result, setResult] = useState(NO_RESULT)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const running = useRef<AbortController | null>(null)
  const q = query.trim()
  const key = `${chatId ?? ''}/${scope}/${q}`

  const ask = useCallback(
    async (before: SearchResult | null) => {
      running.current?.abort()
      const abort = new AbortController()
      running.current = abort
      setBusy(true)
      setFailure(null)
      try {
        const cursor = before?.cursor ?? undefined
        const body = { q, chat_id: chatId ?? undefined, scope, cursor }
        const page = await callApi('POST /api/chat/search', { body, signal: abort.signal })
        const hits = [...(before?.hits ?? []), ...page.list]
        setResult({ key, q, hits, cursor: page.next_cursor, isComplete: page.is_complete })
        setBusy(false)
      } catch (error) {
        if (abort.signal.aborted) return
        setFailure(errorMessage(error, text))
        setBusy(false)
      }
    },
    [key, q, chatId, scope, text],
  )

  useEffect(() => {
    if (q === '') {
      setResult(NO_RESULT)
      setBusy(false)
      return
    }
    const timer = setTimeout(() => void ask(null), SEARCH_DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      running.current?.abort()
    }
  }, [q, ask])

  return {
    hits: result.hits,
    asked: result.q,
    isBusy,
    failure,
    hasMore: result.cursor !== null && result.key === key,
    isComplete: result.isComplete,
    more: () => void ask(result),
  }
}
