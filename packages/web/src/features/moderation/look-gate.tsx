import type { ApiData } from '@everkin/contract/api-types.ts'
import { VIEW_REASONS } from '@everkin/contract/moderation-choices.ts'
import { useState } from 'react'
import { callApi } from '../../api/client.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/form/field-error.tsx'
import { RadioTiles } from '../../ui/form/radio-tiles.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useMutation } from '../../ui/use-mutation.ts'

type Lines = ApiData<'POST /api/desk/look'>['lines']
type LookReason = (typeof VIEW_REASONS)[number]

/** A reported message or a stopped text, closed until the moderator says why they look. */
export function LookGate({ caseId, what }: { caseId: string; what: 'message' | 'text' }) {
  const text = useText()
  const [reason, setReason] = useState<LookReason | null>(null)
  const [lines, setLines] = useState<Lines | null>(null)
  const look = useMutation(async () => {
    if (!reason) return
    setLines((await callApi('POST /api/desk/look', { body: { case_id: caseId, reason } })).lines)
  })
  return (
    <section>
      <h3 className="queue-title">{text(what === 'text' ? 'moderation.kinds.text' : 'moderation.look.title')}</h3>
      {lines ? (
        <Conversation lines={lines} />
      ) : (
        <div className="queue-gate">
          <p className="small">
            <Icon name="lock-simple" size="tiny" />{' '}
            {text(what === 'text' ? 'moderation.look.textHint' : 'moderation.look.hint')}
          </p>
          <RadioTiles
            label={text('moderation.look.reason')}
            layout="two"
            value={reason}
            onChange={setReason}
            options={VIEW_REASONS.map((value) => ({ value, label: text(`moderation.look.reasons.${value}`) }))}
          />
          <Button busy={look.isBusy} disabled={!reason} onClick={() => void look.run()}>
            {text(what === 'text' ? 'moderation.look.showText' : 'moderation.look.show')}
          </Button>
          {look.error ? <FieldError>{look.error}</FieldError> : null}
        </div>
      )}
    </section>
  )
}

function Conversation({ lines }: { lines: Lines }) {
  const text = useText()
  if (lines.length === 0) return <p className="muted">{text('moderation.case.gone')}</p>
  return (
    <ol className="queue-lines">
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no id here and never move
        <li key={at} className={line.reported ? 'queue-line-reported' : undefined}>
          <b className="small">
            <bdi>
              {line.name || text(line.role === 'system' ? 'moderation.look.narration' : 'moderation.kinds.user')}
            </bdi>
            {line.reported ? <span className="queue-restriction">{text('moderation.look.reported')}</span> : null}
          </b>
          <p dir="auto">{line.text}</p>
        </li>
      ))}
    </ol>
  )
}
