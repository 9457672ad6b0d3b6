import type { ApiData } from '@everkin/contract/api-types.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { callApi } from '../../api/client.ts'
import { downloadFile } from '../../api/download.ts'
import { SaveKeys } from '../../api/save-keys.ts'
import { useText } from '../../i18n/use-text.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/form/field-error.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import './lorebooks.css'

type WholeLorebook = ApiData<'GET /api/lorebook/get'>

interface LorebookFormProps {
  initial: WholeLorebook
  /** Edits the entries; shows `actions` beside its own. */
  editor: (book: unknown, onChange: (book: unknown) => void, name: string, actions: ReactNode) => ReactNode
}

/** One lorebook: its name, whether all chats use it, and its entries. The input is preserved when saving fails. */
export function LorebookForm({ initial, editor }: LorebookFormProps) {
  const text = useText()
  const toasts = useToast()
  const [stored, setStored] = useState({ rev: initial.rev })
  const [name, setName] = useState(initial.name)
  const [isEverywhere, setEverywhere] = useState(initial.all_chats)
  const [content, setContent] = useState<unknown>(initial.content)
  const [keys] = useState(() => new SaveKeys())

  const save = useMutation(async () => {
    const book = {
      id: initial.id,
      rev: stored.rev,
      name: name.trim(),
      all_chats: isEverywhere,
      content: content as Record<string, unknown>, // the editor returns a book
    }
    const { rev } = await keys.send(book, (body) => callApi('POST /api/lorebook/save', { body }))
    setStored({ rev })
    toasts.show(text('lorebooks.saved'))
  })
  const download = useMutation(
    async () => {
      const query = { id: initial.id, format: 'sillytavern' } as const
      const { blob, name: fileName } = await downloadFile('GET /api/lorebook/export', {
        query,
        signal: new AbortController().signal,
      })
      saveFile(blob, fileName)
    },
    { toastsErrors: true },
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    void save.run()
  }

  return (
    <form className="stack book-form" onSubmit={submit}>
      <TextField
        label={text('lorebooks.name')}
        dir="auto"
        autoComplete="off"
        maxLength={LIMITS.nameLength}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <div className="book-switch">
        <span>
          <b>{text('lorebooks.allChats')}</b>
          <span className="small muted">{text('lorebooks.allChatsHint')}</span>
        </span>
        <Switch label={text('lorebooks.allChats')} shown="" on={isEverywhere} onChange={setEverywhere} />
      </div>
      {editor(
        content,
        setContent,
        name,
        <Button busy={download.isBusy} onClick={() => void download.run()}>
          <Icon name="upload-simple" size="small" />
          {text('lorebooks.export')}
        </Button>,
      )}
      {save.error ? <FieldError>{save.error}</FieldError> : null}
      <Button type="submit" variant="primary" className="book-save" busy={save.isBusy} disabled={name.trim() === ''}>
        {text('lorebooks.save')}
      </Button>
    </form>
  )
}
