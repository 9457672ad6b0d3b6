import { type FormEvent, useState } from 'react'
import { callApi } from '../../api/client.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import type { DeskPerson } from './person-facts.tsx'

interface EraseDialogProps {
  open: boolean
  person: Pick<DeskPerson, 'id' | 'nickname'>
  onClose: () => void
  onErased: () => void
}

/** Deletes an account at the person's request, once their nickname has been typed. */
export function EraseDialog({ open, person, onClose, onErased }: EraseDialogProps) {
  const text = useText()
  const toasts = useToast()
  const [nickname, setNickname] = useState('')
  const erase = useMutation(async () => {
    await callApi('POST /api/desk/people/erase', { body: { person_id: person.id, nickname } })
    toasts.show(text('desk.person.eraseDone'))
    onClose()
    onErased()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (nickname === person.nickname) void erase.run()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      kind="alert"
      narrow
      title={text('desk.person.eraseQuestion')}
      description={<p>{text('desk.person.eraseHint')}</p>}
    >
      <form className="stack" onSubmit={submit}>
        <TextField
          label={text('desk.person.eraseLabel', { name: person.nickname })}
          value={nickname}
          autoComplete="off"
          error={erase.error}
          onChange={(event) => setNickname(event.target.value)}
        />
        <div className="dialog-actions">
          <Button size="large" wide onClick={onClose}>
            {text('desk.person.eraseKeep')}
          </Button>
          <Button
            type="submit"
            variant="danger"
            size="large"
            wide
            disabled={nickname !== person.nickname}
            busy={erase.isBusy}
          >
            {text('desk.person.erase')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
