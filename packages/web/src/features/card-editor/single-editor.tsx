import type { ApiData } from '@everkin/contract/api-types.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import { type FormEvent, lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
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
import { FoldedSection } from './section.tsx'
import { ShelfSection } from './shelf-section.tsx'
import { FirstLineSection, WhoSection } from './single-fields.tsx'
import { type SingleForm, singleBody, singleForm } from './single-form.ts'
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
  /** The saved card that is being edited. */
  card: (Record<string, unknown> & { id: string }) | null
  /** Initial content: a draft, or what another page passes on. */
  content: Record<string, unknown> | null
  draft: { id: string; rev: number } | null
  hindrances: ApiData<'GET /api/making/card'>['hindrances']
  locale: Locale
  tagNames: string[]
  styles: PaintStyle[]
  price: number
  hasVoice: boolean
  onAgeUnknown: (then: () => void) => void
  onSaved: (card: SavedCard) => void
  onDraftId: (id: string) => void
  /** Links to other pages about this card. */
  ways?: ReactNode
}

/** The form for creating and editing a character. */
export function SingleEditor(props: SingleEditorProps) {
  const { card, content, draft, locale, onAgeUnknown } = props
  const text = useText()
  const [before] = useState(() => (card ? singleForm(card, locale) : null))
  const read = useCallback((from: Record<string, unknown>) => singleForm({ ...card, ...from }, locale), [card, locale])
  const maker = useCardEditor<SingleForm>({
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
  const { form, change, issues, look } = maker
  const [isTrying, setIsTrying] = useState(false)
  const error = useIssueText(issues)
  const fields = { form, change, issues, look }
  const setBook = useCallback(
    (character_book: unknown) => change(({ definition }) => ({ definition: { ...definition, character_book } })),
    [change],
  )

  return (
    <div className="making">
      <PreviewFrame>
        <SinglePreview form={form} reader={props.personName} />
        <div className="making-row">
          <Button onClick={() => setIsTrying(true)}>
            <Icon name="chat-circle-text" size="small" />
            {text('card-editor.try.open')}
          </Button>
          {props.ways}
        </div>
      </PreviewFrame>
      <div className="making-form">
        <Blockers of={props.hindrances} />
        <CharacterGenerator form={form} change={change} onAgeUnknown={onAgeUnknown} />
        <form id="making" className="making-parts" noValidate onSubmit={(event: FormEvent) => event.preventDefault()}>
          <PortraitSection
            value={form.avatar}
            onChange={(avatar) => change({ avatar })}
            name={form.name}
            error={error('avatar')}
            styles={props.styles}
            price={props.price}
            onAgeUnknown={onAgeUnknown}
          />
          <WhoSection {...fields} />
          <FirstLineSection {...fields} />
          <ShelfSection
            form={form}
            change={change}
            issues={issues}
            suggestions={props.tagNames}
            visibility={before?.visibility ?? null}
          >
            <VoiceField
              voice={form.voice}
              gender={form.gender}
              language={form.language}
              cardId={card?.id ?? null}
              onChange={(voice) => change({ voice })}
              hasServerVoice={props.hasVoice}
            />
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
        </form>
      </div>
      <SaveBar maker={maker} saveLabel={text('card-editor.save')} />
      {isTrying ? (
        <Suspense fallback={null}>
          <TryPanel
            form={form}
            reader={props.personName}
            onClose={() => setIsTrying(false)}
            onAgeUnknown={onAgeUnknown}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
