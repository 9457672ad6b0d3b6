import { LIMITS } from '@everkin/contract/limits.ts'
import { useState } from 'react'
import { useFormat } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/use-text.ts'
import { isComposing } from '../../../lib/is-composing.ts'
import { Button } from '../../../ui/button.tsx'
import { Input, Select } from '../../../ui/form/form-controls.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { type ConnectionDraft, type ModelDraft, newModel, usuallySees } from './connection-form.ts'

/** More are found by typing. */
const MAX_SHOWN = 30
/** What the server assumes of a model whose context nobody has entered. */
const ASSUMED_CONTEXT = 8192

/** The names under which people know the templates. */
const TEMPLATES: readonly [NonNullable<ModelDraft['instruct']>, string][] = [
  ['auto', ''],
  ['chatml', 'ChatML'],
  ['llama3', 'Llama 3'],
  ['mistral', 'Mistral'],
  ['gemma', 'Gemma'],
  ['command_r', 'Command R'],
  ['phi', 'Phi'],
  ['deepseek', 'DeepSeek'],
  ['vicuna', 'Vicuna'],
  ['alpaca', 'Alpaca'],
]

interface ModelPickerProps {
  kind: ConnectionDraft['kind']
  /** What the server listed when it was tested. */
  listed: { name: string; context_tokens: number | null }[]
  chosen: ModelDraft[]
  onChange: (chosen: ModelDraft[]) => void
}

/** Chooses the models of a connection, from the server's list or by name, and the settings of each. */
export function ModelPicker({ kind, listed, chosen, onChange }: ModelPickerProps) {
  const text = useText()
  const format = useFormat()
  const [typed, setTyped] = useState('')
  const names = new Set(chosen.map(({ name }) => name))
  const wanted = typed.trim().toLowerCase()
  const others = listed.filter(({ name }) => !names.has(name) && name.toLowerCase().includes(wanted))
  const canAdd = typed.trim() !== '' && !names.has(typed.trim()) && chosen.length < LIMITS.modelsOfConnection

  function add(name: string, contextTokens: number | null) {
    onChange([...chosen, newModel(name, contextTokens, usuallySees(kind))])
    setTyped('')
  }

  return (
    <fieldset className="model-picker">
      <legend>{text('models.form.models')}</legend>
      {chosen.map((model) => (
        <ChosenModel
          key={model.name}
          model={model}
          canInstruct={kind === 'openai_compatible'}
          onChange={(changed) => onChange(chosen.map((one) => (one === model ? changed : one)))}
          onRemove={() => onChange(chosen.filter((one) => one !== model))}
        />
      ))}
      <div className="model-search">
        <TextField
          label={text(listed.length > 0 ? 'models.form.filter' : 'models.form.modelName')}
          value={typed}
          dir="ltr"
          maxLength={LIMITS.modelNameLength}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isComposing(event)) return
            event.preventDefault()
            const [only] = others
            if (others.length === 1 && only) add(only.name, only.context_tokens)
            else if (canAdd && others.length === 0) add(typed.trim(), null)
          }}
        />
        {others.length === 0 ? (
          <Button disabled={!canAdd} onClick={() => add(typed.trim(), null)}>
            {text('models.form.addModel')}
          </Button>
        ) : null}
      </div>
      {others.length > 0 ? (
        <ul className="model-list">
          {others.slice(0, MAX_SHOWN).map(({ name, context_tokens }) => (
            <li key={name}>
              <button type="button" onClick={() => add(name, context_tokens)}>
                <bdi>{name}</bdi>
                {context_tokens === null ? null : (
                  <small className="faint figures">
                    {text('models.contextOf', { tokens: format.number(context_tokens) })}
                  </small>
                )}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </fieldset>
  )
}

interface ChosenModelProps {
  model: ModelDraft
  /** Whether its server may take prompts as raw text. */
  canInstruct: boolean
  onChange: (model: ModelDraft) => void
  onRemove: () => void
}

function ChosenModel({ model, canInstruct, onChange, onRemove }: ChosenModelProps) {
  const text = useText()
  const format = useFormat()
  const change = (changes: Partial<ModelDraft>) => onChange({ ...model, ...changes })
  return (
    <details className="model-chosen">
      <summary aria-label={text('models.model.details', { name: model.name })}>
        <bdi>{model.name}</bdi>
      </summary>
      <div className="model-fields">
        <TextField
          label={text('models.model.context')}
          help={text('models.model.contextHelp', { tokens: format.number(ASSUMED_CONTEXT) })}
          inputMode="numeric"
          value={model.contextTokens}
          onChange={(event) => change({ contextTokens: event.target.value })}
        />
        <TextField
          label={text('models.model.reply')}
          help={text('models.model.replyHelp')}
          inputMode="numeric"
          value={model.maxReplyTokens}
          onChange={(event) => change({ maxReplyTokens: event.target.value })}
        />
        <label className="field">
          <span>{text('models.model.access')}</span>
          <Select
            className="input"
            value={model.access}
            // The options below are the only values.
            onChange={(event) => change({ access: event.target.value as ModelDraft['access'] })}
          >
            <option value="everyone">{text('models.model.everyone')}</option>
            <option value="members">{text('models.model.members')}</option>
            <option value="operators">{text('models.model.operators')}</option>
          </Select>
        </label>
        <TextField
          label={text('models.model.price')}
          help={text('models.model.priceHelp')}
          inputMode="numeric"
          value={model.messagePrice}
          onChange={(event) => change({ messagePrice: event.target.value })}
        />
        {canInstruct ? (
          <label className="field">
            <span>{text('models.model.instruct')}</span>
            <Select
              className="input"
              value={model.instruct ?? ''}
              onChange={(event) => {
                const { value } = event.target
                change({ instruct: TEMPLATES.find(([id]) => id === value)?.[0] ?? null })
              }}
            >
              <option value="">{text('models.model.instructChat')}</option>
              <option value="auto">{text('models.model.instructAuto')}</option>
              {TEMPLATES.filter(([id]) => id !== 'auto').map(([id, name]) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
            <small className="faint">{text('models.model.instructHelp')}</small>
          </label>
        ) : null}
        <label className="model-check">
          <Input
            type="checkbox"
            checked={model.vision}
            onChange={(event) => change({ vision: event.target.checked })}
          />
          {text('models.model.vision')}
        </label>
        <label className="model-check">
          <Input
            type="checkbox"
            checked={model.reasoning}
            onChange={(event) => change({ reasoning: event.target.checked })}
          />
          {text('models.model.reasoning')}
        </label>
        <Button variant="ghost" size="small" onClick={onRemove}>
          {text('models.model.remove')}
        </Button>
      </div>
    </details>
  )
}
