import type { ApiBody, ApiData } from '@everkin/contract/api-types.ts'
import type { ModelInfo } from '@everkin/contract/types.ts'
import { useId, useState } from 'react'
import { callApi } from '../../api/client.ts'
import { useText } from '../../i18n/use-text.ts'
import { FieldError } from '../../ui/form/field-error.tsx'
import { Select } from '../../ui/form/form-controls.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import type { Preset } from './preset-list.tsx'
import './presets.css'

type Choice = ApiData<'GET /api/model/choice'>

interface ModelChoiceRowsProps {
  models: readonly ModelInfo[]
  presets: readonly Preset[]
  /** As on the server when the page was rendered. */
  initial: Choice
}

/** The model and the preset that new chats start with. */
export function ModelChoiceRows({ models, presets, initial }: ModelChoiceRowsProps) {
  const text = useText()
  const [choice, setChoice] = useState(initial)
  const save = useMutation(async (body: ApiBody<'POST /api/model/saveChoice'>) =>
    setChoice(await callApi('POST /api/model/saveChoice', { body })),
  )
  const shown = { ...choice, ...save.pending?.[0] }
  const known = (id: string | null | undefined, list: readonly { id: string }[]) =>
    list.some((one) => one.id === id) ? (id ?? '') : ''
  const defaultName = models.find((model) => model.is_default)?.name ?? ''
  return (
    <div className="set-rows">
      <ChoiceRow
        label={text('presets.settings.model')}
        hint={text('presets.settings.modelHint')}
        none={text('presets.choice.defaultOption', { name: defaultName })}
        options={models}
        value={known(shown.model_id, models)}
        onChoose={(id) => void save.run({ model_id: id })}
      />
      <ChoiceRow
        label={text('presets.settings.preset')}
        hint={text('presets.settings.presetHint')}
        none={text('presets.choice.standard')}
        options={presets}
        value={known(shown.preset_id, presets)}
        onChoose={(id) => void save.run({ preset_id: id })}
      />
      {save.error ? <FieldError className="preset-error">{save.error}</FieldError> : null}
    </div>
  )
}

interface ChoiceRowProps {
  label: string
  hint: string
  /** The option that stands for no choice. */
  none: string
  options: readonly { id: string; name: string }[]
  value: string
  onChoose: (id: string | null) => void
}

function ChoiceRow({ label, hint, none, options, value, onChoose }: ChoiceRowProps) {
  const id = useId()
  return (
    <div className="set-row">
      <div className="set-words">
        <b>
          <label htmlFor={id}>{label}</label>
        </b>
        <p id={`${id}-hint`}>{hint}</p>
      </div>
      <span className="set-select preset-select">
        <Select
          id={id}
          aria-describedby={`${id}-hint`}
          value={value}
          onChange={({ target }) => onChoose(target.value === '' ? null : target.value)}
        >
          <option value="">{none}</option>
          {options.map((option) => (
            <option key={option.id} value={option.id}>
              {option.name}
            </option>
          ))}
        </Select>
        <Icon name="caret-down" size="small" />
      </span>
    </div>
  )
}
