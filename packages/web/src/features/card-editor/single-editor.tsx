import type { ApiData } from '@everkin/contract/api-types.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import { type FormEvent, lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react'
import { callApi } from '../../api/client.ts'
import { useText } from '../../i18n/use-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { AdvancedSection } from './advanced-section.tsx'
import { AlbumSection } from './album-section.tsx'
import { Blockers } from './blockers.tsx'
import { CharacterGenerator } from './character-generator.tsx'
import { checkSingle } from './check-form.ts'
import { FieldPlace, useIssueText } from './field.tsx'
import { type PaintStyle, PortraitSection } from './portrait-section.tsx'
import { PreviewFrame, SinglePreview } from './preview.tsx'
import { SaveBar } from './save-bar.tsx'
import { FoldedSection, Section } from './section.tsx'
import { ShelfSection } from './shelf-section.tsx'
import { FirstLine, FirstLineSection, NameField, WhoSection } from './single-fields.tsx'
import { type SingleForm, singleBody, singleForm } from './single-form.ts'
import { SketchSection } from './sketch/sketch-section.tsx'
import { useKeptFaces } from './sketch/use-kept-faces.ts'
import { useLiveFace } from './sketch/use-live-face.ts'
import { type SavedCard, useCardEditor } from './use-card-editor.ts'
import { VoiceField } from './voice-field.tsx'
import './card-editor.css'
import './lorebook.css'

// Optional, so loaded lazily to keep the form itself small.
const Lorebook = lazy(async () => ({ default: (await import('./lorebook.tsx')).Lorebook }))
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
  const face = useLiveFace(form.sketch.words, form.sketch.seed)
  const kept = useKeptFaces({
    avatar: form.avatar,
    sketch: form.sketch,
    findId: editor.findId,
    onKept: (avatar) => change({ avatar }),
    onAgeUnknown,
  })
  const hasTried = useRef(false)

  /** Saves the character; what only the sentence and its face say is filled in first, and the free face is kept. */
  async function save(): Promise<void> {
    const words = form.sketch.words.trim()
    if (isNew && words !== '') {
      change((now) => ({
        tagline: now.tagline.trim() === '' ? words.slice(0, LIMITS.taglineLength) : now.tagline,
        age: now.age.trim() === '' && face?.age ? String(face.age) : now.age,
      }))
      // A face that cannot be kept holds up saving once, so that the reason is seen.
      const isWanted = form.avatar === null && face?.url && kept.isFree && !hasTried.current
      hasTried.current = true
      if (isWanted && form.name.trim() !== '' && !(await kept.keep(() => void save()))) return
    }
    await editor.save()
  }
  const fields = { form, change, issues, validateField }
  const setBook = useCallback(
    (character_book: unknown) => change(({ definition }) => ({ definition: { ...definition, character_book } })),
    [change],
  )

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
  const rest = (
    <>
      <WhoSection {...fields} hasName={!isNew} />
      <PortraitSection
        value={form.avatar}
        onChange={(avatar) => change({ avatar })}
        name={form.name}
        error={isNew ? null : error('avatar')}
        styles={props.styles}
        price={props.price}
        onAgeUnknown={onAgeUnknown}
      />
      <FirstLineSection {...fields} hasFirst={!isNew} />
      <ShelfSection
        form={form}
        change={change}
        issues={issues}
        suggestions={props.tagNames}
        visibility={before?.visibility ?? null}
      >
        {isNew ? null : voice}
      </ShelfSection>
      <FoldedSection title={text('card-editor.lore.title')} hint={text('card-editor.lore.hint')}>
        <FieldPlace path="definition.character_book">
          <Suspense fallback={null}>
            <Lorebook book={form.definition.character_book} onChange={setBook} name={form.name} />
          </Suspense>
          {error('definition.character_book') ? (
            <Banner icon="warning-circle" tone="bad">
              {error('definition.character_book')}
            </Banner>
          ) : null}
        </FieldPlace>
      </FoldedSection>
      <AlbumSection
        album={form.album}
        onChange={(next) => change(({ album }) => ({ album: next(album) }))}
        error={error('album')}
      />
      <AdvancedSection {...fields} />
    </>
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
      <div className="editor-form">
        <Blockers of={props.blockers} />
        {props.offers}
        {isNew ? (
          <SketchSection
            sketch={form.sketch}
            onChange={(sketch) => {
              hasTried.current = false
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
                {rest}
              </FoldedSection>
            </>
          ) : (
            rest
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
