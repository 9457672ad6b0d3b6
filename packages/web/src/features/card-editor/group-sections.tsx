import { LIMITS } from '@everkin/contract/limits.ts'
import { useState } from 'react'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/use-text.ts'
import { useSession } from '../../session/session.tsx'
import { CardCover } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/form/field-error.tsx'
import { RadioTiles } from '../../ui/form/radio-tiles.tsx'
import { Icon } from '../../ui/icon.tsx'
import { FieldPlace, useIssueText, Words } from './field.tsx'
import { type GroupForm, TURN_POLICIES } from './group-form.ts'
import { PictureUpload } from './picture-upload.tsx'
import { isAddress } from './preview.tsx'
import { Section } from './section.tsx'
import type { CardEditor } from './use-card-editor.ts'

type GroupFields = Pick<CardEditor<GroupForm>, 'form' | 'change' | 'issues' | 'validateField'>

/** What the group is about: its names, its texts and its cover. */
export function StorySection({ form, change, issues, validateField }: GroupFields) {
  const text = useText()
  const error = useIssueText(issues)
  const words = (name: 'name' | 'tagline' | 'scenario' | 'opening') => ({
    path: name,
    value: form[name],
    onChange: (value: string) => change({ [name]: value }),
    onLeave: validateField,
    error: error(name),
  })
  return (
    <Section title={text('card-editor.story.title')}>
      <Words {...words('name')} label={text('card-editor.story.name')} max={LIMITS.nameLength} required />
      <Words
        {...words('tagline')}
        label={text('card-editor.story.tagline')}
        help={text('card-editor.story.taglineHint')}
        max={LIMITS.taglineLength}
      />
      <Words
        {...words('scenario')}
        label={text('card-editor.story.scenario')}
        help={text('card-editor.story.scenarioHint')}
        rows={3}
      />
      <Words
        {...words('opening')}
        label={text('card-editor.story.opening')}
        help={text('card-editor.story.openingHint')}
        rows={4}
        serif
        required
      />
      <CoverField value={form.cover} name={form.name} onChange={(cover) => change({ cover })} error={error('cover')} />
    </Section>
  )
}

/** Who speaks next, and how many reply. */
export function TurnsSection({ form, change }: Pick<GroupFields, 'form' | 'change'>) {
  const text = useText()
  const format = useFormat()
  return (
    <Section title={text('card-editor.turns.title')}>
      <FieldPlace path="turn_policy">
        <RadioTiles
          label={text('card-editor.turns.label')}
          layout="list"
          value={form.turn_policy}
          onChange={(turn_policy) => change({ turn_policy })}
          options={TURN_POLICIES.map((value) => ({
            value,
            label: text(`card-editor.turns.names.${value}`),
            hint: text(`groups.turns.${value}`),
          }))}
        />
      </FieldPlace>
      {form.turn_policy === 'natural' ? (
        <FieldPlace path="reply_limit">
          <RadioTiles
            label={text('card-editor.turns.limit')}
            value={form.reply_limit}
            onChange={(reply_limit) => change({ reply_limit })}
            options={[1, 2, 3, 4, 5].map((value) => ({ value, label: format.number(value) }))}
          />
        </FieldPlace>
      ) : null}
    </Section>
  )
}

interface CoverFieldProps {
  value: string | null
  name: string
  onChange: (cover: string | null) => void
  error: string | null
}

/** Uploads the cover of a group; without one the members' portraits are shown. Teens cannot upload one (A8). */
function CoverField({ value, name, onChange, error }: CoverFieldProps) {
  const { person } = useSession()
  const text = useText()
  const [failure, setFailure] = useState<string | null>(null)

  if (person?.teen && !value) return null
  return (
    <FieldPlace path="cover">
      <div className="cover-field">
        {value && isAddress(value) ? (
          <span className="cover-shown">
            <CardCover url={value} id={name} name={name || '·'} sizes="6rem" />
          </span>
        ) : null}
        <div className="stack stack-tight">
          <span className="editor-label">{text('card-editor.story.cover')}</span>
          <span className="small muted">{text('card-editor.story.coverHint')}</span>
          <div className="editor-row">
            <PictureUpload onUploaded={onChange} onFailure={setFailure}>
              {(choose, isUploading) => (
                <Button size="small" busy={isUploading} onClick={choose}>
                  <Icon name="upload-simple" size="small" />
                  {text('card-editor.story.coverUpload')}
                </Button>
              )}
            </PictureUpload>
            {value ? (
              <Button size="small" variant="ghost" onClick={() => onChange(null)}>
                {text('card-editor.story.coverNone')}
              </Button>
            ) : null}
          </div>
          {(failure ?? error) ? <FieldError>{failure ?? error}</FieldError> : null}
        </div>
      </div>
    </FieldPlace>
  )
}
