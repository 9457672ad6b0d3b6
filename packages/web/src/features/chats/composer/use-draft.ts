import { useCallback, useEffect, useState } from 'react'
import type { DraftStore } from '../../../lib/draft-store.ts'

interface Draft {
  words: string
  change: (words: string) => void
  /** Empties the field at once, and deletes the saved draft once the sent message is stored. */
  clearWhenStored: (stored: Promise<void>) => void
}

/** The text of the field, saved as a draft of its chat on every change. */
export function useDraft(drafts: DraftStore | null, chatId: string): Draft {
  const [words, setWords] = useState('')
  useEffect(() => {
    const stored = drafts?.read(chatId)
    if (stored) setWords((typed) => (typed === '' ? stored : typed))
  }, [drafts, chatId])
  const change = useCallback(
    (next: string) => {
      setWords(next)
      drafts?.write(chatId, next)
    },
    [drafts, chatId],
  )
  const clearWhenStored = useCallback(
    (stored: Promise<void>) => {
      setWords('')
      const sent = drafts?.read(chatId)
      const clear = () => {
        // Not what has been typed meanwhile.
        if (drafts?.read(chatId) === sent) drafts?.write(chatId, '')
      }
      stored.then(clear, () => {}) // an outbox that cannot store leaves the draft
    },
    [drafts, chatId],
  )
  return { words, change, clearWhenStored }
}
