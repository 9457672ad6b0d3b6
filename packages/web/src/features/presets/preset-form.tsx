import { LIMITS } from '@everkin/contract/limits.ts'
import { truncateText } from '@everkin/contract/truncate-text.ts'
import { type FormEvent, useId, useState } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Input, Select } from '../../ui/form/form-controls.tsx'
import { TextArea, TextField } from '../../ui/form/text-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import {
  MAIN_FIELDS,
  MORE_FIELDS,
  type PresetField,
  type PresetInput,
  readNumber,
  withNumber,
} from './preset-fields.ts'
import '../../ui/styles/dialog-foot.css'
import '../../ui/styles/fold.css'
import { FieldError } from '../../ui/form/field-error.tsx'
import './presets.css'

const EFFORTS = ['off', 'low', 'medium', 'high'] as const

interface PresetFormProps {
  title: string
  initial: PresetInput
  /** Above the fields, for example what became of an imported file. */
  notes?: React.ReactNode
  /** @throws ApiError, and the form stays open with what was entered. */
  onSave: (preset: PresetInput) => Promise<unknown>
  onClose: () => void
}

/** All settings of a preset. An empty field is not sent to the model, so its own setting applies. */
export function PresetForm({ title, initial, notes, onSave, onClose }: PresetFormProps) {
  const text = useText()
  const effortId = useId()
  const [preset, setPreset] = useState(initial)
  const [stops, setStops] = useState(initial.stop.map(showLineBreaks).join('\n'))
  const save = useMutation(async () => {
    await onSave({ ...preset, name: preset.name.trim(), stop: parseStops(stops) })
    onClose()
  })
  const hasTooManyStops = parseStops(stops).length > LIMITS.stopStrings

  function submit(event: FormEvent) {
    event.preventDefault()
    void save.run()
  }

  const numberFields = (fields: readonly PresetField[]) =>
    fields.map((each) => (
      <NumberField
        key={each.field}
        {...each}
        value={readNumber(preset, each.field)}
        onChange={(value) => setPreset((old) => withNumber(old, each.field, value))}
      />
    ))

  return (
    <Dialog open onClose={onClose} title={title} description={<p className="small">{text('presets.form.lead')}</p>}>
      <form className="preset-form" onSubmit={submit}>
        {notes}
        <TextField
          label={text('presets.form.name')}
          dir="auto"
          autoComplete="off"
          required
          maxLength={LIMITS.presetNameLength}
          value={preset.name}
          onChange={(event) => setPreset({ ...preset, name: event.target.value })}
        />
        {numberFields(MAIN_FIELDS)}
        <div className="field">
          <label htmlFor={effortId}>{text('presets.form.reasoning')}</label>
          <Select
            id={effortId}
            className="input"
            aria-describedby={`${effortId}-help`}
            value={preset.reasoning ?? ''}
            onChange={({ target }) =>
              setPreset({ ...preset, reasoning: EFFORTS.find((effort) => effort === target.value) ?? null })
            }
          >
            <option value="">{text('presets.form.unset')}</option>
            {EFFORTS.map((effort) => (
              <option key={effort} value={effort}>
                {text(`presets.form.efforts.${effort}`)}
              </option>
            ))}
          </Select>
          <p className="field-help" id={`${effortId}-help`}>
            {text('presets.form.reasoningHelp')}
          </p>
        </div>
        <details className="fold preset-more">
          <summary>
            {text('presets.form.more')}
            <Icon name="caret-down" size="small" />
          </summary>
          {numberFields(MORE_FIELDS)}
          <TextArea
            label={text('presets.form.stop')}
            help={text('presets.form.stopHelp')}
            error={hasTooManyStops ? text('presets.form.stopTooMany', { count: LIMITS.stopStrings }) : null}
            dir="auto"
            rows={3}
            value={stops}
            onChange={(event) => setStops(event.target.value)}
          />
        </details>
        <div className="dialog-foot">
          {save.error ? <FieldError>{save.error}</FieldError> : null}
          <div className="dialog-actions">
            <Button
              type="submit"
              variant="primary"
              busy={save.isBusy}
              disabled={preset.name.trim() === '' || hasTooManyStops}
            >
              {text('presets.form.save')}
            </Button>
            <Button onClick={onClose}>{text('presets.form.cancel')}</Button>
          </div>
        </div>
      </form>
    </Dialog>
  )
}

interface NumberFieldProps extends PresetField {
  value: number | null
  onChange: (value: number | null) => void
}

/** A number with its slider; empty for the model's own setting. */
function NumberField({ field, min, max, step, slider, value, onChange }: NumberFieldProps) {
  const text = useText()
  const id = useId()
  const label = text(`presets.form.${field}`)
  return (
    <div className="field preset-number">
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        className="input"
        type="number"
        inputMode="decimal"
        min={min}
        max={max}
        step={step}
        placeholder={text('presets.form.unset')}
        aria-describedby={`${id}-help`}
        value={value ?? ''}
        onChange={({ target }) => onChange(Number.isNaN(target.valueAsNumber) ? null : target.valueAsNumber)}
      />
      {slider ? (
        <Input
          type="range"
          aria-label={label}
          className={value === null ? 'preset-unset' : undefined}
          {...slider}
          value={Math.min(slider.max, Math.max(slider.min, value ?? (slider.min + slider.max) / 2))}
          onChange={({ target }) => onChange(target.valueAsNumber)}
        />
      ) : null}
      <p className="field-help" id={`${id}-help`}>
        {text(`presets.form.${field}Help`)}
      </p>
    </div>
  )
}

/** One stop string per line; a line break inside one is written as `\n`. */
function parseStops(lines: string): string[] {
  const strings = lines.split('\n').map((line) => truncateText(line.replaceAll('\\n', '\n'), LIMITS.stopLength))
  return [...new Set(strings.filter((one) => one.trim() !== '' || one.includes('\n')))]
}

function showLineBreaks(stop: string): string {
  return stop.replaceAll('\n', '\\n')
}
