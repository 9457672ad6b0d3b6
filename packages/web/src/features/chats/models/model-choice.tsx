import type { ApiData } from '@everkin/contract/api-types.ts'
import { isBuiltInPreset } from '@everkin/contract/built-in-presets.ts'
import type { ModelInfo } from '@everkin/contract/types.ts'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { Link } from 'react-router'
import { errorMessage } from '../../../api/api-error.ts'
import { callApi } from '../../../api/client.ts'
import { useText } from '../../../i18n/use-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/form/form-controls.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { useMutation } from '../../../ui/use-mutation.ts'
import { type ChatSettingsChange, useConversation } from '../context/conversation-context.ts'
import { PanelFrame, PanelPlaceholder } from '../panels/panel-frame.tsx'
import { ModelFacts } from './model-facts.tsx'
import '../settings/chat-settings.css'
import { FieldError } from '../../../ui/form/field-error.tsx'
import './models.css'

type Preset = ApiData<'GET /api/preset/list'>[number]

/** The panel for the model and the preset of the chat. */
export function ModelPanel({ onClose }: { onClose: () => void }) {
  const text = useText()
  return (
    <PanelFrame title={text('presets.choice.title')} onClose={onClose}>
      <ModelChoice />
    </PanelFrame>
  )
}

/** Chooses the model and the preset of the chat; each choice takes effect with the next reply. */
export function ModelChoice() {
  const text = useText()
  const { settings, changeSettings, name, links } = useConversation()
  const { models, presets, failure, retry } = useChoices()
  const toasts = useToast()
  const change = useMutation(async (wanted: ChatSettingsChange) => {
    await changeSettings(wanted)
    if (wanted.for_new_chats) toasts.show(text('presets.choice.newChatsSaved', { name }))
  })
  // Of its own, so that a preset can be chosen while the model is being saved.
  const changeModel = useMutation((modelId: string | null) => changeSettings({ model_id: modelId }))
  const wanted = change.pending?.[0]
  const modelId = changeModel.pending ? changeModel.pending[0] : settings.model_id
  const presetId = wanted?.preset_id === undefined ? settings.preset_id : wanted.preset_id
  const isLoaded = models !== null && presets !== null
  const defaultModel = models?.find((model) => model.is_default)
  return (
    <>
      <PanelPlaceholder isLoaded={isLoaded} failure={failure} label={text('presets.choice.loading')} onRetry={retry} />
      {isLoaded ? (
        <>
          <Options
            title={text('presets.choice.model')}
            hint={text('presets.choice.modelHint')}
            value={modelId}
            onChoose={(id) => void changeModel.run(id)}
            options={[
              ...(defaultModel
                ? [
                    {
                      id: null,
                      label: text('presets.choice.default'),
                      about: text('presets.choice.defaultNow', { name: defaultModel.name }),
                    },
                  ]
                : []),
              ...models.map((model) => ({ id: model.id, label: model.name, about: <ModelFacts model={model} /> })),
            ]}
          />
          <Options
            title={text('presets.choice.preset')}
            hint={text('presets.choice.presetHint')}
            value={presetId}
            onChoose={(id) => void change.run({ preset_id: id })}
            options={[
              { id: null, label: text('presets.choice.standard'), about: text('presets.choice.standardHint') },
              ...presets.map((preset) => ({
                id: preset.id,
                label: preset.name,
                about: isBuiltInPreset(preset.id) ? text(`presets.about.${preset.id}`) : null,
              })),
            ]}
          />
          {(change.error ?? changeModel.error) ? <FieldError>{change.error ?? changeModel.error}</FieldError> : null}
          <div className="model-actions">
            <Button busy={wanted?.for_new_chats === true} onClick={() => void change.run({ for_new_chats: true })}>
              {text('presets.choice.newChats', { name })}
            </Button>
            <Link className="text-button" to={links.presets}>
              {text('presets.choice.manage')}
            </Link>
          </div>
        </>
      ) : null}
    </>
  )
}

interface OptionsProps {
  title: string
  hint: string
  options: { id: string | null; label: string; about: ReactNode }[]
  value: string | null
  onChoose: (id: string | null) => void
}

/** Radio buttons with a line about each option. */
function Options({ title, hint, options, value, onChoose }: OptionsProps) {
  const id = useId()
  return (
    <section className="setup-section" aria-labelledby={`${id}-title`}>
      <h3 className="title-3" id={`${id}-title`}>
        {title}
      </h3>
      <div role="radiogroup" aria-labelledby={`${id}-title`} aria-describedby={`${id}-hint`} className="setup-list">
        {options.map((option) => (
          <div className="setup-row" key={option.id ?? ''}>
            <label className="setup-option">
              <Input type="radio" name={id} checked={value === option.id} onChange={() => onChoose(option.id)} />
              <span className="setup-words">
                <b dir="auto">{option.label}</b>
                {option.about ? <span className="setup-description">{option.about}</span> : null}
              </span>
            </label>
          </div>
        ))}
      </div>
      <p className="field-help" id={`${id}-hint`}>
        {hint}
      </p>
    </section>
  )
}

/** The models and presets that the reader may choose, loaded when first shown. */
function useChoices() {
  const text = useText()
  const [found, setFound] = useState<{ models: ModelInfo[]; presets: Preset[] } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry loads again
  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    setFailure(null)
    Promise.all([callApi('GET /api/model/list', { signal }), callApi('GET /api/preset/list', { signal })]).then(
      ([models, presets]) => setFound({ models, presets }),
      (error: unknown) => {
        if (!signal.aborted) setFailure(errorMessage(error, text))
      },
    )
    return () => abort.abort()
  }, [attempt])
  return {
    models: found?.models ?? null,
    presets: found?.presets ?? null,
    failure,
    retry: () => setAttempt((count) => count + 1),
  }
}
