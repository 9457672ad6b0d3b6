import type { ApiBody, ApiData } from '@everkin/contract/api-types.ts'
import { useCallback, useEffect, useState } from 'react'
import { errorMessage } from '../../../api/api-error.ts'
import { callApi } from '../../../api/client.ts'
import { useText } from '../../../i18n/use-text.ts'

export type ChatMemory = ApiData<'GET /api/chat/memory'>
export type Fact = ChatMemory['facts'][number]
export type MemoryChange = Omit<ApiBody<'POST /api/chat/saveMemory'>, 'chat_id'>

interface LoadedMemory {
  memory: ChatMemory | null
  failure: string | null
  retry: () => void
  /** Stores a change and shows the result. @throws ApiError, and then nothing has changed. */
  save: (change: MemoryChange) => Promise<void>
}

/** Loads the memory of a chat, again whenever `version` changes; the previous response is shown meanwhile. */
export function useMemory(chatId: string, version: string): LoadedMemory {
  const text = useText()
  const [memory, setMemory] = useState<ChatMemory | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry, or another version, loads again
  useEffect(() => {
    const abort = new AbortController()
    callApi('GET /api/chat/memory', { query: { chat_id: chatId }, signal: abort.signal }).then(
      (found) => {
        setMemory(found)
        setFailure(null)
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setFailure(errorMessage(error, text))
      },
    )
    return () => abort.abort()
  }, [chatId, attempt, version])
  const save = useCallback(
    async (change: MemoryChange) => {
      setMemory(await callApi('POST /api/chat/saveMemory', { body: { chat_id: chatId, ...change } }))
    },
    [chatId],
  )
  const retry = () => {
    setFailure(null)
    setAttempt((count) => count + 1)
  }
  return { memory, failure, retry, save }
}

/** A fact that was just deleted, and its position. */
export interface ForgottenFact {
  fact: Fact
  index: number
}

/** A row of the list: a fact, or the placeholder of a deleted one. */
export interface FactRow {
  fact: Fact
  isForgotten: boolean
}

/** Merges facts that were just deleted into the list, at their former positions. */
export function toFactRows(facts: readonly Fact[], forgotten: readonly ForgottenFact[]): FactRow[] {
  const rows = facts.map((fact): FactRow => ({ fact, isForgotten: false }))
  const known = new Set(facts.map(({ id }) => id))
  const places = forgotten.filter(({ fact }) => !known.has(fact.id)).sort((a, b) => a.index - b.index)
  for (const { fact, index } of places) rows.splice(Math.min(index, rows.length), 0, { fact, isForgotten: true })
  return rows
}
