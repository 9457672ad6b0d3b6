import type { ApiBody } from '@everkin/contract/api-types.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import { REPORT_REASONS } from '@everkin/contract/report-reasons.ts'
import { type FormEvent, useState } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { callApi } from '../../api/client.ts'
import { useText } from '../../i18n/use-text.ts'
import { randomUuid } from '../../lib/random-uuid.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RadioTiles } from '../../ui/form/radio-tiles.tsx'
import { TextArea } from '../../ui/form/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'

type Report = ApiBody<'POST /api/safety/report'>

interface ReportDialogProps {
  target: Pick<Report, 'target_type' | 'target_id'>
  onClose: () => void
}

/** Takes a report: a reason, and words if one likes. Sent twice it counts once. */
export function ReportDialog({ target, onClose }: ReportDialogProps) {
  const text = useText()
  const toasts = useToast()
  const [reason, setReason] = useState<Report['reason'] | null>(null)
  const [note, setNote] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [key] = useState(randomUuid)

  async function send(event: FormEvent) {
    event.preventDefault()
    if (!reason) return
    setIsBusy(true)
    setError(null)
    try {
      const body = { ...target, reason, note: note.trim() || undefined, idempotency_key: key }
      await callApi('POST /api/safety/report', { body })
      toasts.show(text('safety.report.thanks'))
      onClose()
    } catch (failure) {
      setError(errorMessage(failure, text))
      setIsBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={text('safety.report.title')}
      description={<p className="small">{text('safety.report.hint')}</p>}
    >
      <form className="stack" onSubmit={send}>
        <RadioTiles
          label={text('safety.report.reasonLabel')}
          layout="list"
          value={reason}
          onChange={setReason}
          options={REPORT_REASONS.map((value) => ({ value, label: text(`safety.report.reasons.${value}`) }))}
        />
        <TextArea
          label={text('safety.report.note')}
          dir="auto"
          rows={2}
          maxLength={LIMITS.reportNoteLength}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          error={error}
        />
        <Button type="submit" look="primary" size="large" wide busy={isBusy} disabled={!reason}>
          {text('safety.report.send')}
        </Button>
      </form>
    </Dialog>
  )
}
