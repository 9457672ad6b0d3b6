import type { ApiBody } from '@everkin/contract/api-types.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import { REPORT_REASONS } from '@everkin/contract/report-reasons.ts'
import { type FormEvent, useState } from 'react'
import { callApi } from '../../api/client.ts'
import { useText } from '../../i18n/use-text.ts'
import { randomUuid } from '../../lib/random-uuid.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RadioTiles } from '../../ui/form/radio-tiles.tsx'
import { TextArea } from '../../ui/form/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import '../../ui/styles/dialog-foot.css'
import { FieldError } from '../../ui/form/field-error.tsx'

type Report = ApiBody<'POST /api/safety/report'>

interface ReportDialogProps {
  target: Pick<Report, 'target_type' | 'target_id'>
  onClose: () => void
}

/** Submits a report: a reason and an optional text. Repeated reports count once. */
export function ReportDialog({ target, onClose }: ReportDialogProps) {
  const text = useText()
  const toasts = useToast()
  const [reason, setReason] = useState<Report['reason'] | null>(null)
  const [note, setNote] = useState('')
  const [key] = useState(randomUuid)

  const send = useMutation(async (given: Report['reason']) => {
    const body = { ...target, reason: given, note: note.trim() || undefined, idempotency_key: key }
    await callApi('POST /api/safety/report', { body })
    toasts.show(text('safety.report.thanks'))
    onClose()
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (reason) void send.run(reason)
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={text('safety.report.title')}
      description={<p className="small">{text('safety.report.hint')}</p>}
    >
      <form className="stack" onSubmit={submit}>
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
        />
        <div className="dialog-foot">
          {send.error === null ? null : <FieldError>{send.error}</FieldError>}
          <Button type="submit" variant="primary" size="large" wide busy={send.isBusy} disabled={!reason}>
            {text('safety.report.send')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
