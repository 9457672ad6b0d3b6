import type { ApiData } from '@everkin/contract/api-types.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import { type FormEvent, lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { callApi } from '../../api/client.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/use-text.ts'
import { useSession } from '../../session/session.tsx'
import { CardCover, CharacterAvatar } from '../../ui/avatar.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { FieldError } from '../../ui/form/field-error.tsx'
import { RadioTiles } from '../../ui/form/radio-tiles.tsx'
import { Icon } from '../../ui/icon.tsx'
import { patternClass } from '../../ui/pattern.ts'
import { Blockers } from './blockers.tsx'
import { checkGroup } from './check-form.ts'
import { FieldPlace, useIssueText, Words } from './field.tsx'
import { type GroupForm, groupBody, groupForm, type Member, TURN_POLICIES } from './group-form.ts'
import { PictureUpload } from './picture-upload.tsx'
import { GroupPreview, isAddress, PreviewFrame } from './preview.tsx'
import { ReadyCasts } from './ready-casts.tsx'
import { SaveBar } from './save-bar.tsx'
import { AddButton, Section } from './section.tsx'
import { ShelfSection } from './shelf-section.tsx'
import { type CardEditor, type SavedCard, useCardEditor } from './use-card-editor.ts'
import './card-editor.css'
import './cast.css'

const MemberPicker = lazy(async () => ({ default: (await import('./member-picker.tsx')).MemberPicker }))

export interface GroupEditorProps {
  personId: string
  card: (Record<string, unknown> & { id: string }) | null
  content: Record<string, unknown> | null
  draft: { id: string; rev: number } | null
  blockers: ApiData<'GET /api/editor/card'>['blockers']
  locale: Locale
  tagNames: string[]
  onAgeUnknown: (then: () => void) => void
  onSaved: (card: SavedCard) => void
  onDraftId: (id: string) => void
  /** Drafts that can be continued instead. */
  offers?: ReactNode
  ways?: ReactNode
}

/** The form for creating and editing a group. */
export function GroupEditor(props: GroupEditorProps) {
  const { card, content, locale } = props
  const text = useText()
  const [before] = useState(() => (card ? groupForm(card, locale) : null))
  const read = useCallback((from: Record<string, unknown>) => groupForm({ ...card, ...from }, locale), [card, locale])
  const editor = useCardEditor<GroupForm>({
    type: 'multiple',
    personId: props.personId,
    initial: read(content ?? {}),
    draft: props.draft,
    cardId: card?.id ?? null,
    read,
    check: checkGroup,
    send: (form, save) =>
      callApi('POST /api/chat.Multiple/saveCard', {
        body: { ...groupBody(form, before), ...(card ? { id: card.id } : {}), ...save },
      }),
    onAgeUnknown: props.onAgeUnknown,
    onSaved: props.onSaved,
    onDraftId: props.onDraftId,
  })
  const { form, change, issues, validateField } = editor
  const error = useIssueText(issues)
  const fields = { form, change, issues, validateField }
  return (
    <div className="editor">
      <PreviewFrame>
        <GroupPreview form={form} />
        {props.ways ? <div className="editor-row">{props.ways}</div> : null}
      </PreviewFrame>
      <div className="editor-form" inert={editor.isSaving}>
        <Blockers of={props.blockers} />
        {props.offers}
        {card === null && form.members.length === 0 && form.name.trim() === '' ? (
          <ReadyCasts onChosen={(cast) => change(cast)} />
        ) : null}
        <form className="editor-parts" noValidate onSubmit={(event: FormEvent) => event.preventDefault()}>
          <Section title={text('card-editor.cast.title')} hint={text('card-editor.cast.hint')}>
            <Cast
              members={form.members}
              onChange={(next) => change(({ members }) => withMembers(next(members)))}
              error={error('member_ids')}
            />
          </Section>
          <StorySection {...fields} />
          <TurnsSection form={form} change={change} />
          <ShelfSection
            form={form}
            change={change}
            issues={issues}
            suggestions={props.tagNames}
            visibility={before?.visibility ?? null}
          />
        </form>
      </div>
      <SaveBar editor={editor} saveLabel={text('card-editor.saveGroup')} />
    </div>
  )
}

type GroupFields = Pick<CardEditor<GroupForm>, 'form' | 'change' | 'issues' | 'validateField'>

function StorySection({ form, change, issues, validateField }: GroupFields) {
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
      <Cover value={form.cover} name={form.name} onChange={(cover) => change({ cover })} error={error('cover')} />
    </Section>
  )
}

/** Who speaks next, and how many reply. */
function TurnsSection({ form, change }: Pick<GroupFields, 'form' | 'change'>) {
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

/** A group is for adults as soon as one of its members is. */
function withMembers(members: Member[]): Partial<GroupForm> {
  return members.some(({ isMature }) => isMature) ? { members, rating: 'nsfw' } : { members }
}

interface CastProps {
  members: Member[]
  onChange: (change: (members: Member[]) => Member[]) => void
  error: string | null
}

function Cast({ members, onChange, error }: CastProps) {
  const text = useText()
  const [isChoosing, setIsChoosing] = useState(false)
  const move = (at: number, by: -1 | 1) =>
    onChange((before) => {
      const [one, other] = [before[at], before[at + by]]
      return one && other ? before.with(at, other).with(at + by, one) : before
    })
  return (
    <FieldPlace path="member_ids">
      <ol className="editor-members">
        {members.map((member, at) => (
          <li key={member.id} className={`editor-member ${patternClass(member.id)}`}>
            <CharacterAvatar url={member.avatar} id={member.id} name={member.name} />
            <span>
              <b className="title-3" dir="auto">
                {member.name}
              </b>
              <span className="small muted" dir="auto">
                {member.tagline}
              </span>
            </span>
            <span className="editor-member-tools">
              <IconButton
                icon="arrow-up"
                label={text('card-editor.up', { what: member.name })}
                disabled={at === 0}
                onClick={() => move(at, -1)}
              />
              <IconButton
                icon="arrow-down"
                label={text('card-editor.down', { what: member.name })}
                disabled={at === members.length - 1}
                onClick={() => move(at, 1)}
              />
              <IconButton
                icon="x"
                label={text('card-editor.remove', { what: member.name })}
                onClick={() => onChange((before) => before.filter(({ id }) => id !== member.id))}
              />
            </span>
          </li>
        ))}
      </ol>
      {members.length < LIMITS.groupMembers ? (
        <AddButton onClick={() => setIsChoosing(true)}>{text('card-editor.cast.add')}</AddButton>
      ) : null}
      {error ? <FieldError>{error}</FieldError> : null}
      {isChoosing ? (
        <Suspense fallback={null}>
          <MemberPicker
            chosen={members}
            onClose={() => setIsChoosing(false)}
            onChoose={(member) =>
              onChange((before) =>
                before.some(({ id }) => id === member.id)
                  ? before.filter(({ id }) => id !== member.id)
                  : [...before, member].slice(0, LIMITS.groupMembers),
              )
            }
          />
        </Suspense>
      ) : null}
    </FieldPlace>
  )
}

interface CoverProps {
  value: string | null
  name: string
  onChange: (cover: string | null) => void
  error: string | null
}

/** Uploads the cover of a group; without one the members' portraits are shown. Teens cannot upload one (A8). */
function Cover({ value, name, onChange, error }: CoverProps) {
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
