import type { ApiBody, ApiData } from '@everkin/contract/api-types.ts'
import { useEffect, useState } from 'react'
import { callApi } from '../../../api/client.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/use-text.ts'
import { Button } from '../../../ui/button.tsx'
import { useMutation } from '../../../ui/use-mutation.ts'

type Downloads = ApiData<'GET /api/admin/modelDownloads'>
type Download = Downloads['items'][number]

const POLL_MS = 1_000
/** node-llama-cpp with what it needs for this machine. */
const RUNTIME_BYTES = 115_000_000

interface DownloadsProps {
  initial: Downloads
  /** Files that are connected already, without their extension. */
  connected: ReadonlySet<string>
  onUse: (fileName: string) => void
}

/** Models that run on this machine: download, pause, resume, stop, and use. */
export function ModelDownloads({ initial, connected, onUse }: DownloadsProps) {
  const text = useText()
  const format = useFormat()
  const [downloads, setDownloads] = useState(initial)
  const isBusy = downloads.runtime === 'installing' || downloads.items.some(({ state }) => state === 'running')
  useEffect(() => {
    if (!isBusy) return
    const timer = setInterval(() => {
      // A poll that fails is followed by another.
      callApi('GET /api/admin/modelDownloads').then(setDownloads, () => undefined)
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [isBusy])
  const control = useMutation(
    async (body: ApiBody<'POST /api/admin/modelDownload'>) => {
      setDownloads(await callApi('POST /api/admin/modelDownload', { body }))
    },
    { toastsErrors: true },
  )

  return (
    <>
      {downloads.runtime === 'ready' ? null : (
        <div className="desk-card found-server">
          <span className="small">{text(`models.runtime.${downloads.runtime}`)}</span>
          <Button busy={downloads.runtime === 'installing'} onClick={() => void control.run({ action: 'runtime' })}>
            {text('models.runtime.install', { size: format.size(RUNTIME_BYTES) })}
          </Button>
        </div>
      )}
      {downloads.items.map((item) => (
        <DownloadRow
          key={item.name}
          item={item}
          canUse={downloads.runtime === 'ready' && !connected.has(withoutExtension(item.file_name))}
          isBusy={control.isBusy}
          onControl={(action) => void control.run({ action, name: item.name })}
          onUse={() => onUse(withoutExtension(item.file_name))}
        />
      ))}
    </>
  )
}

const withoutExtension = (file: string) => file.replace(/\.gguf$/, '')

interface DownloadRowProps {
  item: Download
  canUse: boolean
  isBusy: boolean
  onControl: (action: 'start' | 'pause' | 'stop') => void
  onUse: () => void
}

function DownloadRow({ item, canUse, isBusy, onControl, onUse }: DownloadRowProps) {
  const text = useText()
  const format = useFormat()
  const { state, done_bytes: done, total_bytes: total, title, licence, publisher, problem } = item
  const hasPart = state === 'running' || state === 'paused' || (state === 'failed' && done > 0)
  return (
    <div className="desk-card download">
      <div className="connection-facts">
        <h3>
          <bdi>{title}</bdi>
        </h3>
        <p className="caption muted">
          {text('models.downloads.facts', {
            size: format.size(total ?? 0),
            licence: licence ?? '',
            publisher: publisher ?? '',
          })}
        </p>
        {hasPart && total !== null ? (
          <>
            <progress value={done} max={total} aria-label={title} />
            <p className="caption muted figures">
              {text(state === 'paused' ? 'models.downloads.pausedAt' : 'models.downloads.progress', {
                done: format.size(done),
                total: format.size(total),
              })}
            </p>
          </>
        ) : null}
        {state === 'failed' && problem ? (
          <p className="small connection-error" role="alert">
            {text(`models.downloads.problems.${problem}`)}
          </p>
        ) : null}
      </div>
      <div className="download-actions">
        {state === 'ready' && canUse ? <Button onClick={onUse}>{text('models.downloads.use')}</Button> : null}
        {state === 'ready' && !canUse ? <span className="caption muted">{text('models.downloads.ready')}</span> : null}
        {state === 'running' ? (
          <Button disabled={isBusy} onClick={() => onControl('pause')}>
            {text('models.downloads.pause')}
          </Button>
        ) : null}
        {state === 'absent' || state === 'failed' || state === 'paused' ? (
          <Button disabled={isBusy} onClick={() => onControl('start')}>
            {text(hasPart ? 'models.downloads.resume' : 'models.downloads.start')}
          </Button>
        ) : null}
        {hasPart ? (
          <Button variant="ghost" disabled={isBusy} onClick={() => onControl('stop')}>
            {text('models.downloads.stop')}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
