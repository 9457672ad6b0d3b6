import { DECISION_REASONS, type DecisionAction, type DecisionReason } from '@everkin/contract/moderation-choices.ts'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { isApiError } from '../../api/api-error.ts'
import { callApi } from '../../api/client.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/form/field-error.tsx'
import { Input, Select } from '../../ui/form/form-controls.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import type { DeskCase } from './case-view.tsx'
import { isFavourable, reasonKey } from './labels.ts'
import { useKey } from './use-key.ts'

interface DecisionFormProps {
  shown: DeskCase
  onDecided: (decision: { id: string; undoUntil: string }) => void
}

/** The choices for a case, each with its number key, and the reason that both sides read. */
export function DecisionForm({ shown, onDecided }: DecisionFormProps) {
  const text = useText()
  const revalidator = useRevalidator()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [action, setAction] = useState<DecisionAction | null>(null)
  const [reason, setReason] = useState<DecisionReason | ''>('')
  const send = useMutation(async () => {
    if (!action) return
    if (reason === '') throw new Error('no reason')
    const body = { case_id: shown.id, action, reason, version: shown.item?.version ?? undefined }
    const decided = await callApi('POST /api/desk/decide', { body }).catch((error: unknown) => {
      // Somebody has decided, or the creator has changed the card: shows it as it is now.
      if (isApiError(error, 'Conflict')) void revalidator.revalidate()
      throw error
    })
    onDecided({ id: decided.decision_id, undoUntil: decided.undo_until })
  })
  const choose = (chosen: DecisionAction) => {
    setAction(chosen)
    setReason(suggestReason(shown, chosen))
    send.setError(null)
  }
  useKey((key) => {
    const chosen = /^[1-5]$/.test(key) ? shown.choices[Number(key) - 1] : undefined
    if (chosen) choose(chosen)
    else if (key === 'Enter' && action) form.current?.requestSubmit()
    else return false
    return true
  })
  // Another case starts afresh.
  useEffect(() => {
    setAction(null)
    setReason('')
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason === '') send.setError(text('moderation.decide.pickReason'))
    else void send.run()
  }
  return (
    <form ref={form} className="queue-decide" onSubmit={submit}>
      <fieldset>
        <legend className="queue-title">{text('moderation.decide.title')}</legend>
        {shown.choices.map((choice, at) => (
          <label key={choice} className="queue-choice">
            <Input type="radio" name={id} checked={choice === action} onChange={() => choose(choice)} />
            <span>
              <b>{text(`moderation.decide.${choice}`)}</b>
              <small className="muted">{text(`moderation.decide.${choice}Hint`)}</small>
            </span>
            <span className="queue-key" aria-hidden="true">
              {at + 1}
            </span>
          </label>
        ))}
      </fieldset>
      {action ? (
        <div className="field">
          <label htmlFor={`${id}-reason`}>{text('moderation.decide.reason')}</label>
          <Select
            id={`${id}-reason`}
            className="input"
            value={reason}
            // The options are those of the list.
            onChange={(event) => setReason(event.target.value as DecisionReason)}
            aria-describedby={`${id}-hint`}
          >
            <option value="" disabled>
              {text('moderation.decide.pickReason')}
            </option>
            {DECISION_REASONS.filter(
              (known) => isFavourable(action) || action === 'uphold' || known !== 'no_breach',
            ).map((known) => (
              <option key={known} value={known}>
                {text(reasonKey(known))}
              </option>
            ))}
          </Select>
          <p className="field-help" id={`${id}-hint`}>
            {text('moderation.decide.reasonHint')}
          </p>
        </div>
      ) : null}
      <p className="small faint">{text('moderation.decide.undoHint')}</p>
      {send.error ? <FieldError>{send.error}</FieldError> : null}
      <Button type="submit" variant="primary" disabled={!action} busy={send.isBusy}>
        {text('moderation.decide.send')}
      </Button>
    </form>
  )
}

/** What the decision is most likely for: the rule that most people named, or that the appeal is about. */
function suggestReason({ reasons, appeal }: DeskCase, action: DecisionAction): DecisionReason | '' {
  if (isFavourable(action)) return 'no_breach'
  if (action === 'uphold') return appeal?.against.reason ?? ''
  return reasons.find((reason) => reason !== 'other') ?? ''
}
