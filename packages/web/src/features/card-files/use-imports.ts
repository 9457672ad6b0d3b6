import type { ApiData } from '@everkin/contract/api-types.ts'
import { useEffect, useRef, useState } from 'react'
import { isApiError } from '../../api/api-error.ts'
import { uploadFile } from '../../api/upload.ts'
import { randomUuid } from '../../lib/random-uuid.ts'
import { type Refusal, refusalOf } from './refusal.ts'

/** A character as read from a file. */
export type ImportedCard = ApiData<'POST /api/chat.Single/importCard'>
/** A lorebook without a character. */
export type ImportedLorebook = ApiData<'POST /api/chat.Single/importLorebook'>

/** Progress of a file. */
type ImportState =
  | { kind: 'waiting' }
  | { kind: 'sending'; share: number }
  | {
      kind: 'card'
      imported: ImportedCard
      savedAs: string | null
      /** What came of saving it with all others. */
      saved?: 'draft' | 'done' | { failed: string }
    }
  | { kind: 'book'; imported: ImportedLorebook; addedTo: string | null }
  /** `words` is the server's message if there is one; otherwise `why` is set. */
  | { kind: 'refused'; why: Refusal | null; words: string | null }

export interface ImportItem {
  key: string
  file: File
  state: ImportState
}

export interface Imports {
  items: readonly ImportItem[]
  add(files: Iterable<File>): void
  /** Cancels the upload and removes the file from the list. */
  drop(key: string): void
  change(key: string, state: ImportState): void
}

/** The imported files, uploaded one after the other and independent of each other. */
export function useImports(): Imports {
  const [items, setItems] = useState<readonly ImportItem[]>([])
  const running = useRef(new Map<string, AbortController>())
  const last = useRef<Promise<unknown>>(Promise.resolve())
  useEffect(() => {
    const controllers = running.current
    return () => {
      for (const controller of controllers.values()) controller.abort()
    }
  }, [])

  const change = (key: string, state: ImportState) =>
    setItems((before) => before.map((item) => (item.key === key ? { ...item, state } : item)))

  async function importFile(key: string, file: File, signal: AbortSignal) {
    if (signal.aborted) return
    change(key, { kind: 'sending', share: 0 })
    const state = await read(file, signal, (share) => change(key, { kind: 'sending', share }))
    if (!signal.aborted) change(key, state)
    running.current.delete(key)
  }

  return {
    items,
    change,
    add(files) {
      const added = [...files].map((file): ImportItem => ({ key: randomUuid(), file, state: { kind: 'waiting' } }))
      setItems((before) => [...before, ...added])
      for (const { key, file } of added) {
        const controller = new AbortController()
        running.current.set(key, controller)
        last.current = last.current.then(() => importFile(key, file, controller.signal))
      }
    },
    drop(key) {
      running.current.get(key)?.abort()
      running.current.delete(key)
      setItems((before) => before.filter((item) => item.key !== key))
    },
  }
}

async function read(file: File, signal: AbortSignal, onSent: (share: number) => void): Promise<ImportState> {
  try {
    return {
      kind: 'card',
      imported: await uploadFile('POST /api/chat.Single/importCard', { file }, { signal, onSent }),
      savedAs: null,
    }
  } catch (error) {
    if (refusalOf(error) !== 'lorebook') return refused(error, file.name)
  }
  try {
    return {
      kind: 'book',
      imported: await uploadFile('POST /api/chat.Single/importLorebook', { file }, { signal, onSent }),
      addedTo: null,
    }
  } catch (error) {
    return refused(error, file.name)
  }
}

function refused(error: unknown, fileName: string): ImportState {
  const why = refusalOf(error, fileName)
  return { kind: 'refused', why, words: why === null && isApiError(error) ? error.message : null }
}
