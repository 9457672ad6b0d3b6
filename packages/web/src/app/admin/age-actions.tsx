import { UNDER_18_END_REASONS } from '@everkin/contract/desk-reasons.ts'
import { type FormEvent, useState } from 'react'
import { callApi } from '../../api/client.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import type { DeskPerson } from './person-facts.tsx'
import { SelectField } from './select-field.tsx'

interface AgeActionsProps {
  person: Pick<DeskPerson, 'id' | 'age_state'>
  onChange: () => Promise<void>
}

/** What support can do for someone who seems to be under 18, or has said so; shows nothing for anyone else. */
export function AgeActions({ person, onChange }: AgeActionsProps) {
  if (person.age_state === 'minor_suspected') return <AskAgeRow personId={person.id} onChange={onChange} />
  if (person.age_state === 'minor_declared') return <EndUnder18Form personId={person.id} onChange={onChange} />
  return null
}

interface ActionProps {
  personId: string
  onChange: () => Promise<void>
}

/** Shown only for a suspected minor: something that they wrote says that they are under 18. */
function AskAgeRow({ personId, onChange }: ActionProps) {
  const text = useText()
  const toasts = useToast()
  const ask = useMutation(
    async () => {
      await callApi('POST /api/desk/people/askAge', { body: { person_id: personId } })
      toasts.show(text('desk.person.askAgeDone'))
      await onChange()
    },
    { toastsErrors: true },
  )
  return (
    <div className="desk-action">
      <p className="small muted">{text('desk.person.askAgeHint')}</p>
      <Button busy={ask.isBusy} onClick={() => void ask.run()}>
        {text('desk.person.askAge')}
      </Button>
    </div>
  )
}

/** Shown for someone who chose “Under 18”. */
function EndUnder18Form({ personId, onChange }: ActionProps) {
  const text = useText()
  const toasts = useToast()
  const [reason, setReason] = useState<(typeof UNDER_18_END_REASONS)[number] | ''>('')
  const end = useMutation(
    async () => {
      if (reason === '') return
      await callApi('POST /api/desk/people/endUnder18', { body: { person_id: personId, reason } })
      toasts.show(text('desk.person.askAgeDone'))
      await onChange()
    },
    { toastsErrors: true },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void end.run()
  }
  return (
    <form className="desk-action" onSubmit={submit}>
      <p className="small muted">{text('desk.person.under18Hint')}</p>
      <SelectField
        label={text('desk.person.reason')}
        value={reason}
        required
        options={[
          { value: '', label: text('desk.person.chooseReason') },
          ...UNDER_18_END_REASONS.map((value) => ({ value, label: text(`desk.person.under18Reasons.${value}`) })),
        ]}
        onChange={(value) => setReason(UNDER_18_END_REASONS.find((one) => one === value) ?? '')}
      />
      <Button type="submit" busy={end.isBusy}>
        {text('desk.person.askAge')}
      </Button>
    </form>
  )
}
