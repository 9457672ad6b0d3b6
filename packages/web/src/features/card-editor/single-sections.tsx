import { type ReactNode, useCallback } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { AdvancedSection } from './advanced-section.tsx'
import { AlbumSection } from './album-section.tsx'
import { FieldPlace, useIssueText } from './field.tsx'
import { Lorebook } from './lorebook.tsx'
import { type PaintStyle, PortraitSection } from './portrait-section.tsx'
import { FoldedSection } from './section.tsx'
import { ShelfSection } from './shelf-section.tsx'
import { FirstLineSection, type SingleFieldsProps, WhoSection } from './single-fields.tsx'
import type { SingleForm } from './single-form.ts'

interface SingleSectionsProps extends SingleFieldsProps {
  /** A new character is asked for its name, its first line and its voice above these sections. */
  isNew: boolean
  voice: ReactNode
  /** Where the saved card is shown; null before it is saved. */
  visibility: SingleForm['visibility'] | null
  styles: PaintStyle[]
  price: number
  tagNames: string[]
  onAgeUnknown: (then: () => void) => void
}

/** All parts of a character's form beside its sketch. */
export function SingleSections({
  isNew,
  voice,
  visibility,
  styles,
  price,
  tagNames,
  onAgeUnknown,
  ...fields
}: SingleSectionsProps) {
  const { form, change, issues } = fields
  const text = useText()
  const error = useIssueText(issues)
  const setBook = useCallback(
    (character_book: unknown) => change(({ definition }) => ({ definition: { ...definition, character_book } })),
    [change],
  )

  return (
    <>
      <WhoSection {...fields} hasName={!isNew} />
      <PortraitSection
        value={form.avatar}
        onChange={(avatar) => change({ avatar })}
        name={form.name}
        error={isNew ? null : error('avatar')}
        styles={styles}
        price={price}
        onAgeUnknown={onAgeUnknown}
      />
      <FirstLineSection {...fields} hasFirst={!isNew} />
      <ShelfSection form={form} change={change} issues={issues} suggestions={tagNames} visibility={visibility}>
        {voice}
      </ShelfSection>
      <FoldedSection title={text('card-editor.lore.title')} hint={text('card-editor.lore.hint')}>
        <FieldPlace path="definition.character_book">
          <Lorebook book={form.definition.character_book} onChange={setBook} name={form.name} />
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
}
