import { useState } from 'react'
import { Link } from 'react-router'
import { callApi } from '../../api/client.ts'
import { useText } from '../../i18n/use-text.ts'
import emptyCharactersUrl from '../../ui/art/empty-characters.svg?no-inline'
import { ChipLink } from '../../ui/chip.tsx'
import { EmptyState, Illustration } from '../../ui/empty-state.tsx'
import { LoadMoreLink, useInfiniteList } from '../../ui/infinite-list.tsx'
import type { FormDraft, OwnCard, OwnPaths } from './own-card.ts'
import { DeleteDialog } from './own-card-dialogs.tsx'
import { CardMenu, type CardQuestion, DraftMenu } from './own-card-menu.tsx'
import { DraftCard, OwnCharacterCard, OwnStory } from './own-card-view.tsx'
import { PublishDialog, UnpublishDialog } from './publish-dialogs.tsx'
import './own-cards.css'

export const SHOWS = ['all', 'public', 'unlisted', 'private', 'draft'] as const
export type Show = (typeof SHOWS)[number]

export interface OwnCardsProps {
  kind: 'single' | 'multiple'
  show: Show
  first: { items: OwnCard[]; next: string | null }
  /** Unsaved forms; shown under "all" and under "drafts". */
  drafts: FormDraft[]
  address: (show: Show, cursor?: string) => string
  paths: OwnPaths
  /** Whether this site lets people publish. */
  canPublish: boolean
  /** Opens the file picker. */
  onExport: (card: { id: string; name: string }) => void
  /** Called after any action that changes the lists. */
  onChanged: () => void
  onDuplicated: (id: string) => void
}

const MORE = 24

/** The reader's own characters or groups, filtered by visibility, with a menu for each. */
export function OwnCards(props: OwnCardsProps) {
  const { kind, show, first, drafts, address, paths } = props
  const text = useText()
  const [asked, setAsked] = useState<{ what: CardQuestion; card: OwnCard } | null>(null)
  const newest = first.items[0]
  const key = `own ${kind} ${show} ${first.next} ${newest?.id} ${newest?.updated_at} ${first.items.length}`
  const list = useInfiniteList<OwnCard>(key, first, async (cursor) => {
    const query = { type: kind, show: show === 'all' ? undefined : show, cursor, limit: MORE }
    const page = await callApi('GET /api/user/chatCardList', { query })
    return { items: page.list, next: page.next_cursor }
  })
  const begun = show === 'all' || show === 'draft' ? drafts.filter(({ card_id }) => card_id === null) : []
  const isEmpty = list.items.length === 0 && begun.length === 0
  return (
    <section className="own">
      <h2 className="visually-hidden">
        {text(kind === 'single' ? 'card-editor.mine.characters' : 'card-editor.mine.groups')}
      </h2>
      {isEmpty && show === 'all' ? null : (
        <nav className="chips" aria-label={text('card-editor.mine.show')}>
          {SHOWS.map((value) => (
            <ChipLink key={value} to={address(value)} current={value === show}>
              {text(`card-editor.mine.shows.${value}`)}
            </ChipLink>
          ))}
        </nav>
      )}
      {isEmpty ? (
        <div className="me-empty">
          {show === 'all' ? (
            <EmptyState
              picture={<Illustration url={emptyCharactersUrl} />}
              title={text(kind === 'single' ? 'card-editor.mine.noCharacters' : 'card-editor.mine.noGroups')}
              hint={text(kind === 'single' ? 'card-editor.mine.empty' : 'card-editor.mine.emptyGroups')}
              action={
                <Link className="button button-primary button-normal" to={paths.create}>
                  {text(kind === 'single' ? 'card-editor.mine.write' : 'card-editor.mine.gather')}
                </Link>
              }
            />
          ) : (
            <EmptyState hint={text('card-editor.mine.noneHere')} />
          )}
        </div>
      ) : (
        <ul className={kind === 'single' ? 'grid me-books' : 'stories stories-grid me-stories-own'}>
          {begun.map((draft) => (
            <li key={draft.id} className="own-card">
              <DraftCard draft={draft} to={paths.draft(draft.id)} />
              <DraftMenu draft={draft} paths={paths} onChanged={props.onChanged} />
            </li>
          ))}
          {list.items.map((card) => (
            <li key={card.id} className="own-card">
              {card.type === 'single' ? (
                <OwnCharacterCard card={card} to={card.state === 'draft' ? paths.edit(card.id) : paths.card(card.id)} />
              ) : (
                <OwnStory card={card} to={card.state === 'draft' ? paths.edit(card.id) : paths.card(card.id)} />
              )}
              <CardMenu
                card={card}
                paths={paths}
                canPublish={props.canPublish}
                onExport={props.onExport}
                onDuplicated={props.onDuplicated}
                onAsk={(what) => setAsked({ what, card })}
              />
            </li>
          ))}
        </ul>
      )}
      <LoadMoreLink list={list} address={(cursor) => address(show, cursor)} />
      {asked?.what === 'delete' ? (
        <DeleteDialog card={asked.card} onClose={() => setAsked(null)} onDone={props.onChanged} />
      ) : null}
      {asked?.what === 'publish' ? (
        <PublishDialog card={asked.card} onClose={() => setAsked(null)} onDone={props.onChanged} />
      ) : null}
      {asked?.what === 'unpublish' ? (
        <UnpublishDialog card={asked.card} onClose={() => setAsked(null)} onDone={props.onChanged} />
      ) : null}
    </section>
  )
}
