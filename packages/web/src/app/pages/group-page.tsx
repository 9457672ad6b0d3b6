import { data, Link, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { CastList } from '../../features/characters/cast-list.tsx'
import { GroupHero } from '../../features/characters/group-hero.tsx'
import { LikeButton } from '../../features/characters/like-button.tsx'
import { parseStoryOpening } from '../../features/characters/parse-openings.ts'
import { ShareButton } from '../../features/characters/share-button.tsx'
import { StoryOpening } from '../../features/characters/story-opening.tsx'
import { TurnList } from '../../features/characters/turn-list.tsx'
import { toShelfStory } from '../../features/explore/shelf.ts'
import { Story } from '../../features/explore/shelves.tsx'
import { RichText, slot } from '../../i18n/rich-text.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useRequireSignIn, useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { ChipLink } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icon.tsx'
import { CardSafety, useCardSafety } from '../card/card-safety.tsx'
import { loadBlockers, OWN_CARD_TEXTS, OwnCardActions } from '../card/own-card-actions.tsx'
import type { PageContext } from '../page-context.ts'
import { cardPicture, pageMeta } from '../page-meta.ts'
import { textsFor } from '../page-texts.ts'
import { orFallback, orPageError, pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'
import { useSiteConfig } from '../use-site-config.ts'
import '../card/card-page.css'
import '../card/group-page.css'

export { PageError as ErrorBoundary } from '../page-error.tsx'

const RELATED_COUNT = 3

const TEXTS = [
  'characters.card',
  'groups.page',
  'groups.turns',
  'explore.castOf',
  'explore.chats',
  'explore.sections.stories',
  'safety.report',
  'blocks.action',
]

export async function loader(args: LoaderFunctionArgs) {
  const { context, texts, title } = pageTools(args, TEXTS)
  const id = args.params.id ?? ''
  const page = await orPageError(context.call('GET /api/chat.Multiple/cardList', { query: { id } }))
  const card = page.list[0]
  if (!card) throw data(null, { status: 404 })
  // The page works without either.
  const [alike, blockers] = await Promise.all([loadSimilar(context, id), loadBlockers(context, card)])
  const others = alike.length > 0 ? [] : await loadOthers(context, id)
  return {
    card,
    turns: parseStoryOpening(card),
    alike,
    others,
    blockers,
    texts: blockers ? textsFor(context, [...TEXTS, ...OWN_CARD_TEXTS]) : texts,
    title: title(card.name),
    description: card.tagline || card.scenario,
    picture: cardPicture(card.cover, card.name),
    unlisted: card.visibility !== 'public' || card.state !== 'published',
  }
}

async function loadSimilar(context: PageContext, id: string) {
  const query = { id, limit: RELATED_COUNT }
  const alike = await orFallback(context.call('GET /api/chat/similarCards', { query }), [])
  return alike.flatMap((other) => (other.type === 'multiple' ? toShelfStory(other) : []))
}

/** Shown for a story that has no tags in common with others. */
async function loadOthers(context: PageContext, id: string) {
  const query = { limit: RELATED_COUNT + 1 }
  const page = await orFallback(context.call('GET /api/chat.Multiple/cardList', { query }), null)
  const others = (page?.list ?? []).filter((other) => other.id !== id)
  return others.slice(0, RELATED_COUNT).map(toShelfStory)
}

export const meta = pageMeta

/** The page of a group card: its characters, how turns work, its opening, and a button to start. */
export default function GroupPage() {
  const { card, turns, alike, others, blockers } = useLoaderData<typeof loader>()
  const text = useText()
  const locale = useLocale()
  const navigate = useNavigate()
  const { person } = useSession()
  const requireSignIn = useRequireSignIn()
  const safety = useCardSafety()
  const groups = pathTo('groups', locale)
  const open = () => void navigate(pathTo('chat', locale, {}, { group_id: card.id }))
  const mayTry = (useSiteConfig()?.guest_messages ?? 0) > 0
  const begin = mayTry ? open : () => void requireSignIn(open)
  const more = alike.length > 0 ? alike : others
  const start =
    card.state === 'published' && !card.restriction ? (
      <Button variant="primary" size="large" className="group-start" onClick={begin}>
        {text('characters.card.start')}
      </Button>
    ) : null
  const aside = start ? (
    <>
      <LikeButton card={card} requireSignIn={requireSignIn} square />
      <ShareButton name={card.name} tagline={card.tagline} square />
    </>
  ) : null
  return (
    <>
      <Link className="crumb group-back" to={groups}>
        <Icon name="caret-left" size="small" mirror />
        {text('explore.sections.stories')}
      </Link>
      <GroupHero card={card}>
        {start}
        {aside}
      </GroupHero>
      <OwnCardActions card={card} blockers={blockers} />
      <div className="group-columns">
        <div className="group-column">
          <CastList members={card.members} pathOf={(id) => pathTo('card', locale, { id })} reader={person} />
          <TurnList card={card} />
        </div>
        <div className="group-column">
          <StoryOpening members={card.members} turns={turns} />
          {card.tags.length > 0 ? (
            <div className="chips chips-wrap">
              {card.tags.map((tag) => (
                <ChipLink key={tag.id} to={`${groups}?tag=${encodeURIComponent(tag.id)}`}>
                  <bdi>{tag.name}</bdi>
                </ChipLink>
              ))}
            </div>
          ) : null}
          <CardSafety card={card} actions={safety} />
        </div>
      </div>
      {more.length > 0 ? (
        <section>
          <div className="shelf-head">
            <h2 className="title-2">
              {alike.length > 0 ? (
                <RichText
                  text={text('characters.card.storiesLike', { name: slot('name') })}
                  names={{ name: card.name }}
                />
              ) : (
                text('characters.card.moreStories')
              )}
            </h2>
            <Link to={groups}>{text('shell.actions.seeAll')}</Link>
          </div>
          <div className="stories">
            {more.map((story) => (
              <Story key={story.id} card={story} to={pathTo('group', locale, { id: story.id })} />
            ))}
          </div>
        </section>
      ) : null}
      {start ? (
        <div className="action-bar">
          {start}
          {aside}
        </div>
      ) : null}
    </>
  )
}
