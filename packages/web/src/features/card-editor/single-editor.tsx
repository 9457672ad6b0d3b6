import type { ApiData } from '@everkin/contract/api-types.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import { type FormEvent, type ReactNode, useCallback, useState } from 'react'
import { callApi } from '../../api/client.ts'
import { useText } from '../../i18n/use-text.ts'
import { Blockers } from './blockers.tsx'
import { CharacterGenerator } from './character-generator.tsx'
import { checkSingle } from './check-form.ts'
import { useIssueText } from './field.tsx'
import type { PaintStyle } from './portrait-section.tsx'
import { SaveBar } from './save-bar.tsx'
import { FoldedSection, Section } from './section.tsx'
import { FirstLine, NameField } from './single-fields.tsx'
import { type SingleForm, singleBody, singleForm } from './single-form.ts'
import { SinglePreviewPane } from './single-preview-pane.tsx'
import { SingleSections } from './single-sections.tsx'
import { SketchSection } from './sketch/sketch-section.tsx'
import { type SketchedFace, useSketchedFace } from './sketch/use-sketched-face.ts'
import { type CardEditor, type SavedCard, useCardEditor } from './use-card-editor.ts'
import { VoiceField } from './voice-field.tsx'
import './card-editor.css'
import './lorebook.css'

export interface SingleEditorProps {
  personId: string
  personName: string
  /** The page about help and safety. */
  safetyLink: string
  /** The saved card that is being edited. */
  card: (Record<string, unknown> & { id: string }) | null
  /** Initial content: a draft, or what another page passes on. */
  content: Record<string, unknown> | null
  draft: { id: string; rev: number } | null
  blockers: ApiData<'GET /api/editor/card'>['blockers']
  locale: Locale
  tagNames: string[]
  styles: PaintStyle[]
  price: number
  hasVoice: boolean
  onAgeUnknown: (then: () => void) => void
  onSaved: (card: SavedCard) => void
  onDraftId: (id: string) => void
  /** Drafts that can be continued instead. */
  draftOffers?: ReactNode
  /** Links to other pages about this card. */
  links?: ReactNode
}

/** The form for creating and editing a character. */
export function SingleEditor(props: SingleEditorProps) {
  const { card, onAgeUnknown } = props
  const text = useText()
  const { editor, visibility } = useSingleEditor(props)
  const { form, change, issues, validateField } = editor
  const isNew = card === null
  const sketched = useSketchedFace(editor, { isNew, onAgeUnknown })
  const fields = { form, change, issues, validateField }
  const voice = (
    <VoiceField
      voice={form.voice}
      gender={form.gender ?? 'other'}
      language={form.language}
      cardId={card?.id ?? null}
      onChange={(next) => change({ voice: next })}
      hasServerVoice={props.hasVoice}
    />
  )
  const sections = (
    <SingleSections
      {...fields}
      isNew={isNew}
      voice={isNew ? null : voice}
      visibility={visibility}
      styles={props.styles}
      price={props.price}
      tagNames={props.tagNames}
      onAgeUnknown={onAgeUnknown}
    />
  )

  return (
    <div className="editor">
      <SinglePreviewPane
        form={form}
        reader={props.personName}
        drawn={isNew ? sketched.face?.url : null}
        safetyLink={props.safetyLink}
        links={props.links}
        onAgeUnknown={onAgeUnknown}
      />
      <div className="editor-form" inert={editor.isSaving}>
        <Blockers of={props.blockers} />
        {props.draftOffers}
        {isNew ? (
          <NewCharacterSketch {...fields} sketched={sketched} price={props.price} onAgeUnknown={onAgeUnknown} />
        ) : null}
        <form id="editor" className="editor-parts" noValidate onSubmit={(event: FormEvent) => event.preventDefault()}>
          {isNew ? (
            <>
              <Section title={text('sketch.line')}>
                <NameField {...fields} />
                <FirstLine {...fields} reader={props.personName} />
              </Section>
              <Section title={text('card-editor.voice.title')}>{voice}</Section>
              <FoldedSection title={text('sketch.more.title')} hint={text('sketch.more.hint')}>
                {sections}
              </FoldedSection>
            </>
          ) : (
            sections
          )}
        </form>
      </div>
      <SaveBar
        editor={{ ...editor, save: sketched.save, isSaving: editor.isSaving || sketched.kept.isBusy }}
        saveLabel={text('card-editor.save')}
      />
    </div>
  )
}

/** The editor of the form, and where the saved card is shown. */
function useSingleEditor(props: SingleEditorProps) {
  const { card, content, locale } = props
  const [before] = useState(() => (card ? singleForm(card, locale) : null))
  const read = useCallback((from: Record<string, unknown>) => singleForm({ ...card, ...from }, locale), [card, locale])
  const editor = useCardEditor<SingleForm>({
    type: 'single',
    personId: props.personId,
    initial: read(content ?? {}),
    draft: props.draft,
    cardId: card?.id ?? null,
    read,
    check: checkSingle,
    send: (form, save) =>
      callApi('POST /api/chat.Single/saveCard', {
        body: { ...singleBody(form, before), ...(card ? { id: card.id } : {}), ...save },
      }),
    onAgeUnknown: props.onAgeUnknown,
    onSaved: props.onSaved,
    onDraftId: props.onDraftId,
  })
  return { editor, visibility: before?.visibility ?? null }
}

interface NewCharacterSketchProps extends Pick<CardEditor<SingleForm>, 'form' | 'change' | 'issues'> {
  sketched: SketchedFace
  price: number
  onAgeUnknown: (then: () => void) => void
}

/** How a new character begins: with one sentence, from which its face is drawn and the rest can be written. */
function NewCharacterSketch({ form, change, issues, sketched, price, onAgeUnknown }: NewCharacterSketchProps) {
  const error = useIssueText(issues)
  const [uploadFailure, setUploadFailure] = useState<string | null>(null)
  return (
    <SketchSection
      sketch={form.sketch}
      onChange={(sketch) => {
        sketched.tryAgain()
        change({ sketch })
      }}
      face={sketched.face}
      kept={sketched.kept}
      avatar={form.avatar}
      onAvatar={(avatar) => change({ avatar })}
      onUploadFailure={setUploadFailure}
      price={price}
      error={uploadFailure ?? error('avatar')}
    >
      <CharacterGenerator sentence={form.sketch.words} form={form} change={change} onAgeUnknown={onAgeUnknown} />
    </SketchSection>
  )
}
