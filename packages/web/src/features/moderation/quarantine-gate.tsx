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
import { ItemTexts } from './case-view.tsx'

type Seen = ApiData<'POST /api/desk/look'>
type LookReason = (typeof VIEW_REASONS)[number]
type Roles = NonNullable<ApiData<'GET /api/desk/case'>['quarantine']>['confirmed']

/** Suspected abuse material, closed until an owner and a moderator have confirmed that they need to see it. */
export function QuarantineGate({ caseId, confirmed }: { caseId: string; confirmed: Roles }) {
  const text = useText()
  const [reason, setReason] = useState<LookReason | null>(null)
  const [seen, setSeen] = useState<Seen | null>(null)
  const confirm = useMutation(async () => {
    if (reason) setSeen(await callApi('POST /api/desk/look', { body: { case_id: caseId, reason } }))
  })
  return (
    <section>
      <h3 className="queue-title">{text('moderation.quarantine.title')}</h3>
      {seen && !seen.waits_for ? (
        <Content seen={seen} />
      ) : (
        <div className="queue-gate">
          <p className="small">
            <Icon name="lock-simple" size="tiny" /> {text('moderation.quarantine.hint')}
          </p>
          {seen?.waits_for ? (
            <p role="status">{text(`moderation.quarantine.waits.${seen.waits_for}`)}</p>
          ) : (
            <>
              {confirmed.map((role) => (
                <p key={role} className="small">
                  {text(`moderation.quarantine.confirmed.${role}`)}
                </p>
              ))}
              <RadioTiles
                label={text('moderation.look.reason')}
                layout="two"
                value={reason}
                onChange={setReason}
                options={VIEW_REASONS.map((value) => ({ value, label: text(`moderation.look.reasons.${value}`) }))}
              />
              <Button busy={confirm.isBusy} disabled={!reason} onClick={() => void confirm.run()}>
                {text('moderation.quarantine.confirm')}
              </Button>
            </>
          )}
          {confirm.error ? <FieldError>{confirm.error}</FieldError> : null}
        </div>
      )}
    </section>
  )
}

function Content({ seen }: { seen: Seen }) {
  const text = useText()
  const isEmpty = seen.pictures.length + seen.texts.length + seen.lines.length === 0
  if (isEmpty) return <p className="muted">{text('moderation.case.gone')}</p>
  return (
    <article className="desk-card queue-item">
      {seen.pictures.map((picture) => (
        <img key={picture} src={picture} alt="" />
      ))}
      <div>
        {seen.lines.map((line) => (
          <blockquote key={line.created_at} className="queue-quote" dir="auto">
            {line.text}
          </blockquote>
        ))}
        <ItemTexts texts={seen.texts} />
      </div>
    </article>
  )
}
