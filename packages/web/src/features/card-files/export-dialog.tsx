import type { ApiData } from '@everkin/contract/api-types.ts'
import { useEffect, useRef, useState } from 'react'
import { replyMessage } from '../../api/api-error.ts'
import { callApi } from '../../api/client.ts'
import { downloadFile } from '../../api/download.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/use-text.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldError } from '../../ui/form/field-error.tsx'
import { RadioTiles } from '../../ui/form/radio-tiles.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import './export-dialog.css'

type Info = ApiData<'GET /api/chat.Single/exportInfo'>

interface ExportDialogProps {
  card: { id: string; name: string }
  onClose: () => void
}

/** Exports a character as a file: the format, the version, the original or the current state, and what to leave out. */
export function ExportDialog({ card, onClose }: ExportDialogProps) {
  const text = useText()
  const file = useFormat()
  const toasts = useToast()
  const [info, setInfo] = useState<Info | null>(null)
  const [format, setFormat] = useState<CardFormat['format']>('png')
  const [version, setVersion] = useState<CardFormat['version']>(3)
  const [state, setState] = useState<'current' | 'original'>('current')
  const running = useRef<AbortController | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    callApi('GET /api/chat.Single/exportInfo', { query: { id: card.id }, signal: controller.signal }).then(
      setInfo,
      () => undefined, // exporting works without it
    )
    return () => {
      controller.abort()
      running.current?.abort()
    }
  }, [card.id])

  const {
    run: take,
    isBusy,
    error,
  } = useMutation(
    async () => {
      const controller = new AbortController()
      running.current = controller
      const { blob, name } = await downloadFile('GET /api/chat.Single/exportCard', {
        query: { id: card.id, format, version, state },
        signal: controller.signal,
      })
      saveFile(blob, name)
      toasts.show(text('card-files.take.done'))
      onClose()
    },
    { onError: (thrown) => replyMessage(thrown, text('card-files.import.failed')) },
  )

  const isCurrent = state === 'current'
  const second = isCurrent && version === 2 ? (info?.version_2_loses ?? []) : []
  const plain = isCurrent && format !== 'charx' ? (info?.plain_loses ?? []) : []
  return (
    <Dialog
      open
      onClose={onClose}
      title={text('card-files.take.title', { name: card.name })}
      description={<p className="small">{text('card-files.take.lead')}</p>}
    >
      <div className="take-card">
        {info?.original ? (
          <RadioTiles
            label={text('card-files.take.state')}
            value={state}
            onChange={setState}
            options={[
              { value: 'current', label: text('card-files.take.current') },
              { value: 'original', label: text('card-files.take.original') },
            ]}
          />
        ) : null}
        {isCurrent ? (
          <FormatChoice
            format={format}
            version={version}
            onChange={(chosen) => {
              setFormat(chosen.format)
              setVersion(chosen.version)
            }}
          />
        ) : (
          <p className="small muted">
            {text('card-files.take.originalHint', {
              kind: info?.original?.kind ?? '',
              size: file.size(info?.original?.bytes ?? 0),
            })}
          </p>
        )}
        <div aria-live="polite" className="take-told">
          <Losses words={text('card-files.take.secondLoses', { version: 'V2' })} lines={second} />
          <Losses words={text('card-files.take.plainLoses')} lines={plain} />
        </div>
        <FieldError className="take-failure">{error}</FieldError>
        <Button variant="primary" size="large" wide busy={isBusy} onClick={() => void take()}>
          <Icon name="download-simple" size="small" />
          {text('card-files.take.download')}
        </Button>
      </div>
    </Dialog>
  )
}

interface CardFormat {
  format: 'png' | 'json' | 'charx'
  version: 2 | 3
}

/** The file format and the version of the card in it; CHARX files are always V3. */
function FormatChoice({ format, version, onChange }: CardFormat & { onChange: (chosen: CardFormat) => void }) {
  const text = useText()
  return (
    <>
      <RadioTiles
        label={text('card-files.take.asWhat')}
        layout="list"
        value={format}
        onChange={(wanted) => onChange({ format: wanted, version: wanted === 'charx' ? 3 : version })}
        options={[
          { value: 'png', label: text('card-files.take.png'), hint: text('card-files.take.pngHint') },
          { value: 'json', label: 'JSON', hint: text('card-files.take.jsonHint') },
          { value: 'charx', label: 'CHARX', hint: text('card-files.take.charxHint', { version: 'V3' }) },
        ]}
      />
      {format === 'charx' ? null : (
        <RadioTiles
          label={text('card-files.take.version')}
          value={version}
          onChange={(wanted) => onChange({ format, version: wanted })}
          options={[
            { value: 3, label: 'V3' },
            { value: 2, label: 'V2' },
          ]}
        />
      )}
    </>
  )
}

function Losses({ words, lines }: { words: string; lines: readonly { code: string; message: string }[] }) {
  if (lines.length === 0) return null
  return (
    <div className="take-loses small">
      <Icon name="info" size="small" />
      <div>
        <p>{words}</p>
        <ul>
          {lines.map(({ code, message }) => (
            <li key={code}>{message}</li>
          ))}
        </ul>
      </div>
    </div>
  )
}
