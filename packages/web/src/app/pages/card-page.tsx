import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { CardActions, InviteButton } from '../../features/characters/card-actions.tsx'
import { CardAlbum } from '../../features/characters/card-album.tsx'
import { CardDefinitionFold } from '../../features/characters/card-definition.tsx'
import { CardFacts } from '../../features/characters/card-facts.tsx'
import { CardHero } from '../../features/characters/card-hero.tsx'
import { Opening } from '../../features/characters/opening.tsx'
import { parseOpenings } from '../../features/characters/parse-openings.ts'
import { toShelfCard } from '../../features/explore/shelf.ts'
import { Book } from '../../features/explore/shelves.tsx'
import { RichText, slot } from '../../i18n/rich-text.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useRequireSignIn } from '../../session/session.tsx'
import { ChipLink } from '../../ui/chip.tsx'
import { CardSafety, useCardSafety } from '../card/card-safety.tsx'
import { EXPORT_CARD_TEXTS, ExportCardButton } from '../card/export-card.tsx'
import { loadBlockers, OWN_CARD_TEXTS, OwnCardActions } from '../card/own-card-actions.tsx'
import { INVITE_TEXTS, useInviteDialog } from '../card/use-invite-dialog.tsx'
import { cardPicture, pageMeta } from '../page-meta.ts'
import { textsFor } from '../page-texts.ts'
import { orFallback, orPageError, pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'
import '../card/card-page.css'

export { PageError as ErrorBoundary } from '../page-error.tsx'

const SIMILAR_COUNT = 6
const ALBUM_COUNT = 12

const TEXTS = [
  'albums',
  'characters.card',
  'wallet.coins',
  'characters.rating',
  'characters.written',
  'card-editor.who.description',
  'card-editor.who.personality',
  'card-editor.who.scenario',
  'card-editor.lore.title',
  'chats.ai',
  'explore.chats',
  'sketch.face.ai',
  'safety.report',
  'blocks.action',
  ...INVITE_TEXTS,
  ...EXPORT_CARD_TEXTS,
]

export async function loader(args: LoaderFunctionArgs) {
  const { context, texts, title } = pageTools(args, TEXTS)
  const card = await orPageError(context.call('GET /api/chat.Single/cardInfo', { query: { id: args.params.id ?? '' } }))
  const query = { card_id: card.id, limit: ALBUM_COUNT }
  const [alike, album, blockers, chats] = await Promise.all([
    orFallback(context.call('GET /api/chat/similarCards', { query: { id: card.id, limit: SIMILAR_COUNT } }), []),
    orFallback(context.call('GET /api/chat/cardAlbum', { query }), null),
    loadBlockers(context, card),
    // Found by name, since a chat may have another title.
    context.person
      ? orFallback(context.call('GET /api/chat/list', { query: { q: card.name, limit: 20 } }), null)
      : null,
  ])
  return {
    card,
    openings: parseOpenings(card),
    alike: alike.flatMap((other) => (other.type === 'single' ? toShelfCard(other) : [])),
    album: album?.list ?? [],
    blockers,
    chatId: chats?.list.find((chat) => chat.card.id === card.id)?.id ?? null,
    texts: blockers ? textsFor(context, [...TEXTS, ...OWN_CARD_TEXTS]) : texts,
    title: title(card.name),
    description: card.tagline,
    picture: cardPicture(card.cover ?? card.avatar, card.name),
    unlisted: card.visibility !== 'public' || card.state !== 'published',
  }
}

export const meta = pageMeta

export default function CardPage() {
  const { card, openings, alike, album, blockers, chatId } = useLoaderData<typeof loader>()
  const text = useText()
  const locale = useLocale()
  const navigate = useNavigate()
  const requireSignIn = useRequireSignIn()
  const safety = useCardSafety()
  const explore = pathTo('index', locale)
  const start = () => {
    const chat = chatId ? { chat_id: chatId } : { card_id: card.id }
    void navigate(pathTo('chat', locale, {}, chat), { viewTransition: true })
  }
  const { invite, dialog } = useInviteDialog()
  const isOpen = card.state === 'published' && !card.restriction
  const isForEveryone = card.visibility === 'public' && isOpen && card.rating === 'sfw'
  return (
    <>
      <div className="card-page">
        <CardHero
          id={card.id}
          name={card.name}
          tagline={card.tagline}
          picture={card.cover ?? card.avatar}
          creator={card.creator}
        />
        <CardActions
          card={card}
          requireSignIn={requireSignIn}
          startText={text(chatId ? 'characters.card.continue' : 'characters.card.start')}
          onStart={isOpen ? start : undefined}
          onInvite={isForEveryone ? () => invite(card) : undefined}
        />
        <div className="card-body">
          <OwnCardActions card={card} blockers={blockers} />
          {card.tags.length > 0 ? (
            <div className="chips chips-wrap">
              {card.tags.map((tag) => (
                <ChipLink key={tag.id} to={`${explore}?tag=${encodeURIComponent(tag.id)}`}>
                  <bdi>{tag.name}</bdi>
                </ChipLink>
              ))}
            </div>
          ) : null}
          <Opening openings={openings} />
          {album.length > 0 ? (
            <CardAlbum
              items={album}
              chatLink={isOpen ? pathTo('chat', locale, {}, { card_id: card.id }) : null}
              onReport={card.mine ? undefined : (id) => safety.report({ target_type: 'image', target_id: id })}
              onBlock={card.mine ? undefined : () => safety.block({ target_type: 'card', target_id: card.id })}
            />
          ) : null}
          <CardFacts card={card} />
          {card.definition_public && card.definition ? <CardDefinitionFold definition={card.definition} /> : null}
          {card.definition ? <ExportCardButton card={card} /> : null}
          {isForEveryone ? (
            <div className="card-invite">
              <InviteButton onInvite={() => invite(card)} />
            </div>
          ) : null}
          <CardSafety card={card} actions={safety} />
        </div>
      </div>
      {dialog}
      {alike.length > 0 ? (
        <section>
          <div className="shelf-head">
            <h2 className="title-2">
              <RichText text={text('characters.card.moreLike', { name: slot('name') })} names={{ name: card.name }} />
            </h2>
          </div>
          <div className="grid">
            {alike.map((other) => (
              <Book key={other.id} card={other} to={pathTo('card', locale, { id: other.id })} />
            ))}
          </div>
        </section>
      ) : null}
    </>
  )
}
