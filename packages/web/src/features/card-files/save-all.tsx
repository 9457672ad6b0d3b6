import { useEffect, useRef, useState } from 'react'
import { replyMessage } from '../../api/api-error.ts'
import { callApi } from '../../api/client.ts'
import { useFormat } from '../../i18n/format.ts'
import { useReaderClock } from '../../i18n/reader-clock.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { callWithRetry } from './moving/paced-call.ts'
import { SaveChoicesForm } from './save-choices-form.tsx'
import { bodyToSave, type SaveChoices } from './save-imported.ts'
import type { ImportItem, Imports } from './use-imports.ts'

interface SaveAllProps {
  items: readonly ImportItem[]
  /** Whether this site lets people publish. */
  canPublish: boolean
  change: Imports['change']
}

interface Progress {
  done: number
  total: number
  waitsUntil: Date | null
}

/** Saves all characters that were read, with one age and one visibility, one after the other. */
export function SaveAll({ items, canPublish, change }: SaveAllProps) {
  const text = useText()
  const format = useFormat()
  const { timeZone } = useReaderClock()
  const [progress, setProgress] = useState<Progress | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const open = items.filter(isUnsaved)
  const hasFailed = open.some(({ state }) => state.kind === 'card' && state.saved !== undefined)
  const savedCount = items.filter(({ state }) => state.kind === 'card' && state.saved === 'done').length

  async function saveAll(choices: SaveChoices) {
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    const onWait = (waitsUntil: Date | null) => setProgress((before) => before && { ...before, waitsUntil })
    for (const [done, { key, state }] of open.entries()) {
      if (signal.aborted || state.kind !== 'card') break
      setProgress({ done, total: open.length, waitsUntil: null })
      try {
        const body = bodyToSave(state.imported.card, choices)
        const saved = await callWithRetry(() => callApi('POST /api/chat.Single/saveCard', { body, signal }), {
          signal,
          onWait,
        })
        change(key, { ...state, savedAs: saved.id, saved: saved.state === 'draft' ? 'draft' : 'done' })
      } catch (error) {
        if (!signal.aborted)
          change(key, { ...state, saved: { failed: replyMessage(error, text('card-files.saveAll.failed')) } })
      }
    }
    setProgress(null)
  }

  if (progress)
    return (
      <section className="save-all" aria-label={text('card-files.saveAll.title')}>
        <progress aria-label={text('card-files.saveAll.title')} max={progress.total} value={progress.done} />
        <p role="status">
          {text('card-files.saveAll.progress', { done: progress.done, total: progress.total })}{' '}
          {progress.waitsUntil
            ? text('card-files.saveAll.waiting', { time: format.time(progress.waitsUntil.toISOString(), timeZone) })
            : null}
        </p>
        <Button onClick={() => running.current?.abort()}>{text('card-files.saveAll.stop')}</Button>
      </section>
    )
  if (open.length < 2 && !hasFailed)
    return savedCount > 0 ? <p role="status">{text('card-files.saveAll.done', { count: savedCount })}</p> : null
  return (
    <section className="save-all" aria-label={text('card-files.saveAll.title')}>
      <h2 className="title-3">{text('card-files.saveAll.title')}</h2>
      <p className="small muted">{text('card-files.saveAll.had')}</p>
      <SaveChoicesForm
        asksForAge
        canPublish={canPublish}
        action={text(hasFailed ? 'card-files.saveAll.again' : 'card-files.saveAll.action')}
        draftsAction={text('card-files.saveAll.drafts')}
        onSubmit={(choices) => void saveAll(choices)}
      />
    </section>
  )
}

/** Whether a character was read, is not saved yet, and is new to the person. */
function isUnsaved({ state }: ImportItem): boolean {
  return state.kind === 'card' && state.savedAs === null && state.imported.duplicates.length === 0
}
