import type { ApiData } from '@everkin/contract/api-types.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import { useState } from 'react'
import { callApi } from '../../api/client.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/form/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import './appeal-form.css'

type Appeal = NonNullable<ApiData<'GET /api/moderation/notices'>['list'][number]['appeal']>

/** What the person has answered, and whether it is still looked at. */
export function OwnAppeal({ appeal }: { appeal: Appeal }) {
  const text = useText()
  return (
    <>
      <h3 className="small muted">{text('moderation.notices.yourAnswer')}</h3>
      <blockquote className="own-appeal" dir="auto">
        {appeal.text}
      </blockquote>
      {appeal.outcome === null ? <p className="small">{text('moderation.notices.waiting')}</p> : null}
    </>
  )
}

interface AppealFormProps {
  decisionId: string
  onSent: () => void
  /** The button is the main one of its page. */
  isMain?: boolean
}

/** The one answer to a decision, behind a button. */
export function AppealForm({ decisionId, onSent, isMain = false }: AppealFormProps) {
  const text = useText()
  const toasts = useToast()
  const [isAsking, setAsking] = useState(false)
  const [words, setWords] = useState('')
  const send = useMutation(async () => {
    await callApi('POST /api/moderation/appeal', { body: { decision_id: decisionId, text: words } })
    toasts.show(text('moderation.notices.sent'))
    onSent()
  })
  if (!isAsking)
    return (
      <Button {...(isMain ? { variant: 'primary' } : { size: 'small' })} onClick={() => setAsking(true)}>
        {text('moderation.notices.answer')}
      </Button>
    )
  return (
    <form
      className="notice-appeal"
      onSubmit={(event) => {
        event.preventDefault()
        if (words.trim() !== '') void send.run()
      }}
    >
      <TextArea
        label={text('moderation.notices.answerLabel')}
        help={text('moderation.notices.answerHint')}
        error={send.error}
        value={words}
        maxLength={LIMITS.reportNoteLength}
        rows={4}
        onChange={(event) => setWords(event.target.value)}
      />
      <Button type="submit" variant="primary" busy={send.isBusy} disabled={words.trim() === ''}>
        {text('moderation.notices.send')}
      </Button>
    </form>
  )
}
