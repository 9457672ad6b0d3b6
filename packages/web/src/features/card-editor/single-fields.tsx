import { LIMITS } from '@everkin/contract/limits.ts'
import { LOCALE_CODES, LOCALES } from '@everkin/contract/locales.ts'
import { useText } from '../../i18n/use-text.ts'
import { digitsOf } from '../../lib/coerce.ts'
import { IconButton } from '../../ui/button.tsx'
import { FieldError } from '../../ui/form/field-error.tsx'
import { Select } from '../../ui/form/form-controls.tsx'
import { RadioTiles } from '../../ui/form/radio-tiles.tsx'
import type { Issues } from './check-form.ts'
import { FieldPlace, useIssueText, Words } from './field.tsx'
import { hideNames, showNames } from './names-in-text.ts'
import { AddButton, Section } from './section.tsx'
import { type Definition, GENDERS, type SingleForm } from './single-form.ts'

export interface SingleFieldsProps {
  form: SingleForm
  change: (patch: Partial<SingleForm> | ((form: SingleForm) => Partial<SingleForm>)) => void
  issues: Issues
  validateField: (path: string) => void
}

type DefinitionText = {
  [Name in keyof Definition]: Definition[Name] extends string ? Name : never
}[keyof Definition]

/** Renders a field of the definition by its name; its callbacks always see the latest form. */
export function useDefinition({ form, change, issues, validateField }: SingleFieldsProps) {
  const error = useIssueText(issues)
  const define = (patch: Partial<Definition>) =>
    change(({ definition }) => ({ definition: { ...definition, ...patch } }))
  const words = (name: DefinitionText & string) => ({
    path: `definition.${name}`,
    value: form.definition[name],
    onChange: (value: string) => define({ [name]: value }),
    onLeave: validateField,
    error: error(`definition.${name}`),
  })
  return { define, words, error }
}

/** The name of a character. */
export function NameField({ form, change, validateField, issues }: SingleFieldsProps) {
  const text = useText()
  const error = useIssueText(issues)
  return (
    <Words
      path="name"
      label={text('card-editor.who.name')}
      value={form.name}
      onChange={(name) => change({ name })}
      onLeave={validateField}
      error={error('name')}
      max={LIMITS.nameLength}
      autoComplete="off"
      required
    />
  )
}

/** Who the character is: what readers see first, and what only the model sees. */
export function WhoSection({ hasName = true, ...props }: SingleFieldsProps & { hasName?: boolean }) {
  const { form, change, validateField } = props
  const { words, error } = useDefinition(props)
  const text = useText()
  return (
    <Section title={text('card-editor.who.title')}>
      <div className="editor-two">
        {hasName ? <NameField {...props} /> : null}
        <Words
          path="tagline"
          label={text('card-editor.who.tagline')}
          placeholder={text('sketch.ghosts.tagline')}
          value={form.tagline}
          onChange={(tagline) => change({ tagline })}
          onLeave={validateField}
          error={error('tagline')}
          max={LIMITS.taglineLength}
          required
        />
      </div>
      <div className="editor-two">
        <Words
          path="age"
          label={text('card-editor.who.age')}
          help={text('card-editor.who.ageHint')}
          value={form.age}
          onChange={(age) => change({ age: digitsOf(age) || age.trim() })}
          onLeave={validateField}
          error={error('age')}
          max={8}
          inputMode="numeric"
          autoComplete="off"
          required
        />
        <FieldPlace path="gender">
          <RadioTiles
            label={text('card-editor.who.gender')}
            value={form.gender}
            onChange={(gender) => change({ gender })}
            options={GENDERS.map((value) => ({ value, label: text(`card-editor.who.genders.${value}`) }))}
          />
        </FieldPlace>
      </div>
      <Words
        {...words('description')}
        placeholder={text('sketch.ghosts.description')}
        label={text('card-editor.who.description')}
        help={text('card-editor.who.descriptionHint')}
        rows={4}
      />
      <Words
        {...words('personality')}
        placeholder={text('sketch.ghosts.personality')}
        label={text('card-editor.who.personality')}
        help={text('card-editor.who.personalityHint')}
        rows={3}
      />
      <Words
        {...words('scenario')}
        placeholder={text('sketch.ghosts.scenario')}
        label={text('card-editor.who.scenario')}
        help={text('card-editor.who.scenarioHint')}
        rows={2}
      />
    </Section>
  )
}

/** What the character says first; with `reader`, names stand in place of the marks for them. */
export function FirstLine({ reader, ...props }: SingleFieldsProps & { reader?: string }) {
  const { words } = useDefinition(props)
  const text = useText()
  const field = words('first_mes')
  const names = { char: reader === undefined ? '' : props.form.name.trim(), user: reader ?? '' }
  const shown = showNames(field.value, names)
  return (
    <Words
      {...field}
      value={shown}
      onChange={(value) => field.onChange(hideNames(value, names))}
      label={text('card-editor.opening.first')}
      placeholder={text('sketch.ghosts.first_mes')}
      help={shown === field.value ? undefined : text('sketch.names')}
      rows={3}
      serif
    />
  )
}

/** The greeting, alternative greetings, and examples of how the character talks. */
export function FirstLineSection({ hasFirst = true, ...props }: SingleFieldsProps & { hasFirst?: boolean }) {
  const { words, define, error } = useDefinition(props)
  const text = useText()
  return (
    <Section
      title={text(hasFirst ? 'card-editor.opening.title' : 'card-editor.opening.others')}
      hint={text('card-editor.opening.hint')}
    >
      {hasFirst ? <FirstLine {...props} /> : null}
      <FieldPlace path="definition.alternate_greetings">
        <Greetings
          list={props.form.definition.alternate_greetings}
          onChange={(alternate_greetings) => define({ alternate_greetings })}
          most={LIMITS.alternateGreetings}
        />
        {error('definition.alternate_greetings') ? (
          <FieldError>{error('definition.alternate_greetings')}</FieldError>
        ) : null}
      </FieldPlace>
      <Words
        {...words('mes_example')}
        label={text('card-editor.opening.examples')}
        help={text('card-editor.opening.examplesHint', { char: '{{char}}', user: '{{user}}' })}
        rows={3}
      />
    </Section>
  )
}

interface GreetingsProps {
  list: string[]
  onChange: (list: string[]) => void
  most: number
  /** Greetings that are used in groups only. */
  forGroups?: boolean
}

/** Alternative greetings, one below the other. */
export function Greetings({ list, onChange, most, forGroups = false }: GreetingsProps) {
  const text = useText()
  const label = (at: number) =>
    text(forGroups ? 'card-editor.advanced.groupOpening' : 'card-editor.opening.other', { index: at + 1 })
  return (
    <div className="stack">
      {list.map((words, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a greeting has no id, only its position and its text
        <div key={at} className="editor-removable">
          <Words
            path={`greeting-${at}`}
            label={label(at)}
            value={words}
            onChange={(value) => onChange(list.with(at, value))}
            error={null}
            rows={2}
            serif
          />
          <IconButton
            icon="trash"
            label={text('card-editor.remove', { what: label(at) })}
            onClick={() => onChange(list.toSpliced(at, 1))}
          />
        </div>
      ))}
      {list.length < most ? (
        <AddButton onClick={() => onChange([...list, ''])}>
          {text(forGroups ? 'card-editor.advanced.addGroupOpening' : 'card-editor.opening.add')}
        </AddButton>
      ) : null}
    </div>
  )
}

/** Chooses the language that a card is written in. */
export function LanguageField({
  value,
  onChange,
}: {
  value: SingleForm['language']
  onChange: (value: SingleForm['language']) => void
}) {
  const text = useText()
  return (
    <FieldPlace path="language">
      <label className="field">
        <span className="editor-label">{text('card-editor.shelf.language')}</span>
        <Select
          className="input"
          value={value}
          onChange={(event) => onChange(LOCALE_CODES.find((code) => code === event.target.value) ?? value)}
        >
          {LOCALE_CODES.map((code) => (
            <option key={code} value={code} lang={code}>
              {LOCALES[code].name}
            </option>
          ))}
        </Select>
      </label>
    </FieldPlace>
  )
}
