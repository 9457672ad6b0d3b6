import type { ApiData } from '@everkin/contract/api-types.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import { type FormEvent, type ReactNode, useCallback, useState } from 'react'
import { callApi } from '../../api/client.ts'
import { useText } from '../../i18n/use-text.ts'
import { Blockers } from './blockers.tsx'
import { CastSection } from './cast-section.tsx'
import { checkGroup } from './check-form.ts'
import { type GroupForm, groupBody, groupForm } from './group-form.ts'
import { StorySection, TurnsSection } from './group-sections.tsx'
import { GroupPreview, PreviewFrame } from './preview.tsx'
import { ReadyCasts } from './ready-casts.tsx'
import { SaveBar } from './save-bar.tsx'
import { ShelfSection } from './shelf-section.tsx'
import { type SavedCard, useCardEditor } from './use-card-editor.ts'
import './card-editor.css'
import './cast.css'

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
  draftOffers?: ReactNode
  /** Links to other pages about this card. */
  links?: ReactNode
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
  const fields = { form, change, issues, validateField }
  return (
    <div className="editor">
      <PreviewFrame>
        <GroupPreview form={form} />
        {props.links ? <div className="editor-row">{props.links}</div> : null}
      </PreviewFrame>
      <div className="editor-form" inert={editor.isSaving}>
        <Blockers of={props.blockers} />
        {props.draftOffers}
        {card === null && form.members.length === 0 && form.name.trim() === '' ? (
          <ReadyCasts onChosen={(cast) => change(cast)} />
        ) : null}
        <form className="editor-parts" noValidate onSubmit={(event: FormEvent) => event.preventDefault()}>
          <CastSection form={form} change={change} issues={issues} />
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
