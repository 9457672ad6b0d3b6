import { useText } from '../../../i18n/use-text.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useMutation } from '../../../ui/use-mutation.ts'
import { useConversation } from '../context/conversation-context.ts'

/** Says once that the chat's model is gone and which one answers now. Accepting that makes it the chat's model. */
export function MissingModel() {
  const text = useText()
  const { settings, changeSettings, showPanel } = useConversation()
  const accept = useMutation(() => changeSettings({ model_id: null }))
  return (
    <p className="link-banner" role="status">
      <Icon name="cpu" size="small" />
      <span>{accept.error ?? text('presets.missing.text', { name: settings.model })}</span>
      <button type="button" className="text-button" onClick={() => showPanel({ kind: 'model' })}>
        {text('presets.missing.choose')}
      </button>
      <button type="button" className="text-button" disabled={accept.isBusy} onClick={() => void accept.run()}>
        {text('presets.missing.accept')}
      </button>
    </p>
  )
}
