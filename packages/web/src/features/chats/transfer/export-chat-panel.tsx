import { useEffect, useRef, useState } from 'react'
import { replyMessage } from '../../../api/api-error.ts'
import { downloadFile } from '../../../api/download.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/use-text.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/form/switch.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { useMutation } from '../../../ui/use-mutation.ts'
import { useConversation } from '../context/conversation-context.ts'
import { PanelFrame } from '../panels/panel-frame.tsx'
import './transfer.css'

const FORMATS = [
  { format: 'markdown', scope: 'path', title: 'Markdown' },
  { format: 'json', scope: 'branches', title: 'JSON' },
  { format: 'jsonl', scope: 'path', title: null },
] as const

type ExportChoice = Pick<(typeof FORMATS)[number], 'format' | 'scope'>

/** Exports the chat as a file in one of three formats. */
export function ExportChatPanel({ onClose }: { onClose: () => void }) {
  const text = useText()
  const { labelled } = useFormat()
  const toasts = useToast()
  const { chat } = useConversation()
  const running = useRef<AbortController | null>(null)
  const [withReasoning, setWithReasoning] = useState(false)
  useEffect(() => () => running.current?.abort(), [])

  const {
    run: exportChat,
    pending,
    error,
  } = useMutation(
    async ({ format, scope }: ExportChoice) => {
      const controller = new AbortController()
      running.current = controller
      const { blob, name } = await downloadFile('GET /api/chat/exportChat', {
        query: {
          chat_id: chat.chatId,
          format,
          scope,
          ...(format === 'json' && withReasoning && { reasoning: 'true' }),
        },
        signal: controller.signal,
      })
      saveFile(blob, name)
      toasts.show(text('chat-tools.take.done'))
    },
    { onError: (thrown) => replyMessage(thrown, text('chat-tools.take.failed')) },
  )
  const busy = pending?.[0].format ?? null

  return (
    <PanelFrame title={text('chat-tools.take.title')} onClose={onClose}>
      <ul className="file-formats">
        {FORMATS.map(({ format, scope, title }) => (
          <li key={format}>
            <div>
              <h3 className="title-3">{title ?? text('chat-tools.take.jsonl')}</h3>
              <p className="small muted">{text(`chat-tools.take.${format}Hint`)}</p>
            </div>
            <Button
              busy={busy === format}
              aria-label={labelled(text('shell.actions.save'), title ?? text('chat-tools.take.jsonl'))}
              onClick={() => void exportChat({ format, scope })}
            >
              {text('shell.actions.save')}
            </Button>
          </li>
        ))}
      </ul>
      <div className="export-option">
        <span>
          <b>{text('chat-tools.take.reasoning')}</b>
          <small className="muted">{text('chat-tools.take.reasoningHint')}</small>
        </span>
        <Switch
          on={withReasoning}
          label={text('chat-tools.take.reasoning')}
          shown={text(withReasoning ? 'shell.actions.on' : 'shell.actions.off')}
          onChange={setWithReasoning}
        />
      </div>
      <p role="status" className="field-error">
        {error}
      </p>
    </PanelFrame>
  )
}
