import { LIMITS } from '@everkin/contract/limits.ts'
import { type FormEvent, useState } from 'react'
import { callApi } from '../../../api/client.ts'
import { useText } from '../../../i18n/use-text.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { useMutation } from '../../../ui/use-mutation.ts'
import { useConversation } from '../context/conversation-context.ts'
import { PanelFrame } from './panel-frame.tsx'

/** Renames the chat; the placeholder shows the name of its card, which applies if the title is empty. */
export function RenamePanel({ onClose }: { onClose: () => void }) {
  const text = useText()
  const toasts = useToast()
  const { chat, name } = useConversation()
  const [title, setTitle] = useState(chat.snapshot().chat.title)

  const save = useMutation(async () => {
    await callApi('POST /api/chat/rename', { body: { chat_id: chat.chatId, title } })
    toasts.show(text('chat-tools.rename.done'))
    onClose()
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    void save.run()
  }

  return (
    <PanelFrame title={text('chat-tools.rename.title')} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <TextField
          label={text('chat-tools.rename.label')}
          help={text('chat-tools.rename.hint')}
          value={title}
          placeholder={name}
          maxLength={LIMITS.nameLength}
          error={save.error}
          onChange={(event) => setTitle(event.target.value)}
          dir="auto"
        />
        <Button variant="primary" type="submit" busy={save.isBusy}>
          {text('shell.actions.save')}
        </Button>
      </form>
    </PanelFrame>
  )
}
