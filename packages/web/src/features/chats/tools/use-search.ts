import type { ApiData } from '@everkin/contract/api-types.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { callApi } from '../../../api/call.ts'
import { useText } from '../../../i18n/use-text.ts'

export type Hit = ApiData<'POST /api/chat/search'>['list'][number]

/** A search is asked when the reader has stopped typing for this long. */
const PAUSE_MS = 250

export interface Search {
  hits: readonly Hit[]
  /** What the hits answer; '' before the first answer. */
  asked: string
  isBusy: boolean
  failure: string | null
  hasMore: boolean
  isComplete: boolean
  more: () => void
}

interface Answer {
  key: string
  q: string
  hits: readonly Hit[]
  cursor: string | null
  isComplete: boolean
}

const NOTHING: Answer = { key: '', q: '', hits: [], cursor: null, isComplete: true }

/** Looks for what was said, in a chat or (null) over all of them; the newest question alone is answered. */
export function useSearch(query: string, chatId: string | null, scope: 'path' | 'branches'): Search {
  const text = useText()
  const [answer, setAnswer] = useState(NOTHING)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const running = useRef<AbortController | null>(null)
  const q = query.trim()
  const key = `${chatId ?? ''}/${scope}/${q}`

  const ask = useCallback(
    async (before: Answer | null) => {
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
        setAnswer({ key, q, hits, cursor: page.next_cursor, isComplete: page.is_complete })
        setBusy(false)
      } catch (error) {
        if (abort.signal.aborted) return
        setFailure(error instanceof Error ? error.message : text('errors.internal'))
        setBusy(false)
      }
    },
    [key, q, chatId, scope, text],
  )

  useEffect(() => {
    if (q === '') {
      setAnswer(NOTHING)
      setBusy(false)
      return
    }
    const timer = setTimeout(() => void ask(null), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      running.current?.abort()
    }
  }, [q, ask])

  return {
    hits: answer.hits,
    asked: answer.q,
    isBusy,
    failure,
    hasMore: answer.cursor !== null && answer.key === key,
    isComplete: answer.isComplete,
    more: () => void ask(answer),
  }
}
