import type { ApiData } from '@everkin/contract/api-types.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import { type FormEvent, lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { callApi } from '../../api/client.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Blockers } from './blockers.tsx'
import { CharacterGenerator } from './character-generator.tsx'
import { checkSingle } from './check-form.ts'
import { useIssueText } from './field.tsx'
import type { PaintStyle } from './portrait-section.tsx'
import { PreviewFrame, SinglePreview } from './preview.tsx'
import { SaveBar } from './save-bar.tsx'
import { FoldedSection, Section } from './section.tsx'
import { FirstLine, NameField } from './single-fields.tsx'
import { type SingleForm, singleBody, singleForm } from './single-form.ts'
import { SingleSections } from './single-sections.tsx'
import { SketchSection } from './sketch/sketch-section.tsx'
import { useSketchedFace } from './sketch/use-sketched-face.ts'
import { type SavedCard, useCardEditor } from './use-card-editor.ts'
import { VoiceField } from './voice-field.tsx'
import './card-editor.css'
import './lorebook.css'

// Loaded when it is opened.
const TryPanel = lazy(async () => ({ default: (await import('./try-panel.tsx')).TryPanel }))

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
  offers?: ReactNode
  /** Links to other pages about this card. */
  ways?: ReactNode
}

/** The form for creating and editing a character. */
export function SingleEditor(props: SingleEditorProps) {
  const { card, content, draft, locale, onAgeUnknown } = props
  const text = useText()
  const [before] = useState(() => (card ? singleForm(card, locale) : null))
  const read = useCallback((from: Record<string, unknown>) => singleForm({ ...card, ...from }, locale), [card, locale])
  const editor = useCardEditor<SingleForm>({
    type: 'single',
    personId: props.personId,
    initial: read(content ?? {}),
    draft,
    cardId: card?.id ?? null,
    read,
    check: checkSingle,
    send: (form, save) =>
      callApi('POST /api/chat.Single/saveCard', {
        body: { ...singleBody(form, before), ...(card ? { id: card.id } : {}), ...save },
      }),
    onAgeUnknown,
    onSaved: props.onSaved,
    onDraftId: props.onDraftId,
  })
  const { form, change, issues, validateField } = editor
  const [isTrying, setIsTrying] = useState(false)
  const error = useIssueText(issues)
  const isNew = card === null
  const [uploadFailure, setUploadFailure] = useState<string | null>(null)
  const { face, kept, save, tryAgain } = useSketchedFace(editor, { isNew, onAgeUnknown })
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
      visibility={before?.visibility ?? null}
      styles={props.styles}
      price={props.price}
      tagNames={props.tagNames}
      onAgeUnknown={onAgeUnknown}
    />
  )

  return (
    <div className="editor">
      <PreviewFrame>
        <SinglePreview
          form={form}
          reader={props.personName}
          drawn={isNew ? face?.url : null}
          isUnlit={form.sketch.words.trim() === ''}
        />
        <div className="editor-row">
          <Button onClick={() => setIsTrying(true)}>
            <Icon name="chat-circle-text" size="small" />
            {text('card-editor.try.open')}
          </Button>
          {props.ways}
        </div>
      </PreviewFrame>
      <div className="editor-form" inert={editor.isSaving}>
        <Blockers of={props.blockers} />
        {props.offers}
        {isNew ? (
          <SketchSection
            sketch={form.sketch}
            onChange={(sketch) => {
              tryAgain()
              change({ sketch })
            }}
            face={face}
            kept={kept}
            avatar={form.avatar}
            onAvatar={(avatar) => change({ avatar })}
            onUploadFailure={setUploadFailure}
            price={props.price}
            error={uploadFailure ?? error('avatar')}
          >
            <CharacterGenerator sentence={form.sketch.words} form={form} change={change} onAgeUnknown={onAgeUnknown} />
          </SketchSection>
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
        editor={{ ...editor, save, isSaving: editor.isSaving || kept.isBusy }}
        saveLabel={text('card-editor.save')}
      />
      {isTrying ? (
        <Suspense fallback={null}>
          <TryPanel
            form={form}
            reader={props.personName}
            safetyLink={props.safetyLink}
            onClose={() => setIsTrying(false)}
            onAgeUnknown={onAgeUnknown}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
