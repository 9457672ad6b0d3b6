import type { SingleCard } from '@everkin/contract/types.ts'
import type { LoaderFunctionArgs } from 'react-router'
import { CAMPAIGNS, type CampaignName } from '../../features/landing/campaigns.ts'
import { type Speaker, toSpeaker } from '../../features/landing/speaker.ts'
import type { PageContext } from '../page-context.ts'
import { cardPicture } from '../page-meta.ts'
import { orFallback, pageTools } from '../page-tools.ts'

const PORTRAIT_COUNT = 12
const LANDING_TEXTS = ['landing.quote', 'landing.fiction', 'landing.adults', 'landing.trust']

/** Loads a campaign page: its texts, real characters with their real greetings, and the data of the preview. */
export async function loadCampaign(args: LoaderFunctionArgs, name: CampaignName) {
  const { hero, words, features, speakers: wanted } = CAMPAIGNS[name]
  const { context, locale, text, texts, title } = pageTools(args, [
    ...LANDING_TEXTS,
    'landing.who',
    'landing.note',
    'landing.drawn',
    `landing.${words}`,
    `pages.landing.${words}`,
    ...features.map((feature) => `landing.features.${feature}`),
    'chats.message.versionOf',
    'chats.outbox.waiting',
    'chats.composer.placeholder',
  ])
  const liked = await loadPopularCards(context)
  const [speakers, tags] = await Promise.all([
    loadSpeakers(context, wanted, liked),
    (features as readonly string[]).includes('moods')
      ? orFallback(context.call('GET /api/chat/cardTags', { query: { type: 'single' } }), [])
      : [],
  ])
  const [first] = speakers
  return {
    name,
    faces: hero === 'wall' ? liked.map(({ cover, avatar }) => cover ?? avatar).filter((url) => url !== null) : [],
    speakers,
    moods: tags.slice(0, 3).map((tag) => tag.name),
    texts,
    title: title(text(`pages.landing.${words}.title`)),
    description: text(`pages.landing.${words}.description`),
    picture: hero === 'line' && first ? cardPicture(first.picture, first.name) : null,
    locale,
  }
}

/** The most liked cards that are suitable for all ages, independent of the reader. The page works without them. */
async function loadPopularCards(context: PageContext): Promise<SingleCard[]> {
  const query = { sort: 'popular', limit: 2 * PORTRAIT_COUNT } as const
  const page = await orFallback(context.call('GET /api/chat.Single/cardList', { query }), null)
  return (page?.list ?? []).filter(({ rating }) => rating === 'sfw').slice(0, PORTRAIT_COUNT)
}

/** The wanted cards in that order, then the most liked ones: as many as are wanted, but at least three. */
export async function loadSpeakers(
  context: PageContext,
  wanted: readonly string[],
  liked?: SingleCard[],
): Promise<Speaker[]> {
  const found = await Promise.all(
    wanted.map((id) => orFallback(context.call('GET /api/chat.Single/cardInfo', { query: { id } }), null)),
  )
  const cards = found.filter((card) => card !== null && card.rating === 'sfw')
  const others = (liked ?? (await loadPopularCards(context))).filter(({ id }) => !cards.some((card) => card?.id === id))
  return [...cards, ...others]
    .filter((card) => card !== null)
    .slice(0, Math.max(3, wanted.length))
    .map((card) => toSpeaker(card, card.hook?.line ?? null))
}
