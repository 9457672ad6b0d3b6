import { useEffect, useRef, useState } from 'react'
import { replyMessage } from '../../api/api-error.ts'
import { downloadFile } from '../../api/download.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/use-text.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Row } from './rows.tsx'
import './settings.css'

type State =
  | { kind: 'idle' }
  | { kind: 'running'; bytes: number }
  | { kind: 'stopped' }
  | { kind: 'failed'; message: string }
  | { kind: 'done'; bytes: number }

interface ExportRowProps {
  /** Runs an action that needs a fresh sign-in. */
  withFreshSignIn: <Result>(action: () => Promise<Result>) => Promise<Result>
}

/** Exports all of the person's data. The size is not known in advance, so the progress shows what has been received. */
export function ExportRow({ withFreshSignIn }: ExportRowProps) {
  const text = useText()
  const format = useFormat()
  const [state, setState] = useState<State>({ kind: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function start() {
    const controller = new AbortController()
    running.current = controller
    setState({ kind: 'running', bytes: 0 })
    try {
      const { blob, name } = await withFreshSignIn(() =>
        downloadFile('GET /api/account/export', {
          signal: controller.signal,
          onBytes: (bytes) => setState({ kind: 'running', bytes }),
        }),
      )
      saveFile(blob, name)
      setState({ kind: 'done', bytes: blob.size })
    } catch (failure) {
      if (controller.signal.aborted) setState({ kind: 'stopped' })
      else setState({ kind: 'failed', message: replyMessage(failure, text('personal-data.copy.failed')) })
    } finally {
      running.current = null
    }
  }

  const isRunning = state.kind === 'running'
  return (
    <Row label={text('personal-data.copy.title')} hint={text('personal-data.copy.hint')}>
      {isRunning ? (
        <Button onClick={() => running.current?.abort()}>{text('personal-data.copy.stop')}</Button>
      ) : (
        <Button onClick={() => void start()}>{text('personal-data.copy.start')}</Button>
      )}
      <div className="set-progress">
        {isRunning ? (
          <>
            <progress aria-label={text('personal-data.copy.title')} />
            <span className="figures">
              {state.bytes === 0
                ? text('personal-data.copy.waiting')
                : text('personal-data.copy.running', { size: format.size(state.bytes) })}
            </span>
          </>
        ) : null}
        <span role="status" className={state.kind === 'failed' ? 'field-error' : undefined}>
          {state.kind === 'done' ? text('personal-data.copy.done', { size: format.size(state.bytes) }) : null}
          {state.kind === 'stopped' ? text('personal-data.copy.stopped') : null}
          {state.kind === 'failed' ? state.message : null}
        </span>
      </div>
    </Row>
  )
}
