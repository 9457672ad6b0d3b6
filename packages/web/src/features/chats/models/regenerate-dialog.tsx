import type { Message, ModelInfo } from '@everkin/contract/types.ts'
import { useEffect, useState } from 'react'
import { errorMessage } from '../../../api/api-error.ts'
import { callApi } from '../../../api/client.ts'
import { useText } from '../../../i18n/use-text.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { FieldError } from '../../../ui/form/field-error.tsx'
import { LineSkeleton } from '../../../ui/skeleton.tsx'
import { useConversation } from '../context/conversation-context.ts'
import { ModelFacts } from './model-facts.tsx'
import './models.css'

interface RegenerateDialogProps {
  message: Message
  onClose: () => void
}

/** Lets another model write one more version of a reply; the chat keeps its own model. */
export function RegenerateDialog({ message, onClose }: RegenerateDialogProps) {
  const text = useText()
  const { chat, warnIfUnsent, variantStep } = useConversation()
  const [models, setModels] = useState<ModelInfo[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    callApi('GET /api/model/list', { signal: abort.signal }).then(setModels, (error: unknown) => {
      if (!abort.signal.aborted) setFailure(errorMessage(error, text))
    })
    return () => abort.abort()
  }, [text])
  return (
    <Dialog
      open
      narrow
      onClose={onClose}
      title={text('presets.regenerate.title')}
      description={<p className="small">{text('presets.regenerate.hint')}</p>}
    >
      {failure ? <FieldError>{failure}</FieldError> : null}
      {models === null && failure === null ? <LineSkeleton tall /> : null}
      <ul className="model-options">
        {(models ?? []).map((model) => (
          <li key={model.id}>
            <button
              type="button"
              onClick={() => {
                onClose()
                variantStep.current = { parentId: message.parent_id, step: 1 }
                warnIfUnsent(chat.commands.regenerate(message.id, model.id))
              }}
            >
              <b dir="auto">{model.name}</b>
              <ModelFacts model={model} />
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
