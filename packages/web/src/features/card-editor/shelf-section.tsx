import type { ReactNode } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { FieldError } from '../../ui/form/field-error.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import type { Issues } from './check-form.ts'
import { FieldPlace, useIssueText } from './field.tsx'
import { Section } from './section.tsx'
import { LanguageField } from './single-fields.tsx'
import type { SingleForm } from './single-form.ts'
import { TagsField } from './tags-field.tsx'
import { VisibilityNote } from './visibility-note.tsx'

type OnShelf = Pick<SingleForm, 'tags' | 'language' | 'rating' | 'visibility'>

interface ShelfSectionProps {
  form: OnShelf
  change: (patch: Partial<OnShelf>) => void
  issues: Issues
  suggestions: string[]
  /** Current visibility of the card; null if it has not been saved yet. */
  visibility: SingleForm['visibility'] | null
  /** Fields that only characters have. */
  children?: ReactNode
}

/** The fields by which readers find a card. */
export function ShelfSection(props: ShelfSectionProps) {
  const { form, change, issues, suggestions, children } = props
  const error = useIssueText(issues)
  const text = useText()
  return (
    <Section title={text('card-editor.shelf.title')}>
      <TagsField
        tags={form.tags}
        onChange={(tags) => change({ tags })}
        error={error('tags')}
        suggestions={suggestions}
      />
      <LanguageField value={form.language} onChange={(language) => change({ language })} />
      {children}
      <FieldPlace path="visibility">
        <VisibilityNote
          visibility={props.visibility ?? form.visibility}
          onMakePrivate={props.visibility === null ? () => change({ visibility: 'private' }) : undefined}
        />
      </FieldPlace>
      <FieldPlace path="rating">
        <SwitchLine
          label={text('card-editor.shelf.nsfw')}
          hint={text('card-editor.shelf.nsfwHint')}
          on={form.rating === 'nsfw'}
          onChange={(on) => change({ rating: on ? 'nsfw' : 'sfw' })}
        />
        {error('rating') ? <FieldError>{error('rating')}</FieldError> : null}
      </FieldPlace>
    </Section>
  )
}

interface SwitchLineProps {
  label: string
  hint: string
  on: boolean
  onChange: (on: boolean) => void
}

/** A switch with a sentence that explains what it does. */
export function SwitchLine({ label, hint, on, onChange }: SwitchLineProps) {
  return (
    <div className="editor-switch">
      <span>
        <b>{label}</b>
        <span className="small muted">{hint}</span>
      </span>
      <Switch label={label} shown="" on={on} onChange={onChange} />
    </div>
  )
}
