import { isolate } from '@everkin/contract/translate.ts'
import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useRequireSignIn } from '../../features/accounts/session.tsx'
import { CardActions } from '../../features/characters/card-actions.tsx'
import { CardHero } from '../../features/characters/card-hero.tsx'
import { CastList } from '../../features/characters/cast-list.tsx'
import { StoryOpening } from '../../features/characters/story-opening.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { ChipLink } from '../../ui/chip.tsx'
import { CardSafety } from '../card-safety.tsx'
import { cardPicture, pageMeta } from '../page-meta.ts'
import { orPageError, pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'
import '../styles/card-page.css'

export { PageError as ErrorBoundary } from '../page-error.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { context, locale, texts, title } = pageTools(args, [
    'characters.card',
    'characters.group',
    'chats.ai',
    'explore.castOf',
    'safety.report',
  ])
  const id = args.params.id ?? ''
  const page = await orPageError(context.call('GET /api/chat.Multiple/cardList', { query: { id } }))
  const card = page.list[0]
  if (!card) throw data(null, { status: 404 })
  return {
    card,
    texts,
    title: title(isolate(card.name, locale)),
    description: card.tagline || card.scenario,
    picture: cardPicture(card.cover, card.name),
    unlisted: card.visibility !== 'public',
  }
}

export const meta = pageMeta

export default function GroupPage() {
  const { card } = useLoaderData<typeof loader>()
  const text = useText()
  const locale = useLocale()
  const requireSignIn = useRequireSignIn()
  const explore = pathTo('index', locale)
  return (
    <div className="card-page">
      <CardHero name={card.name} tagline={card.tagline} picture={card.cover} creator={card.creator} />
      <CardActions card={card} requireSignIn={requireSignIn} notYet={text('characters.group.notYet')} />
      <div className="card-body">
        {card.tags.length > 0 ? (
          <div className="chips chips-wrap">
            {card.tags.map((tag) => (
              <ChipLink key={tag.id} to={`${explore}?show=groups&tag=${encodeURIComponent(tag.id)}`}>
                <bdi>{tag.name}</bdi>
              </ChipLink>
            ))}
          </div>
        ) : null}
        <CastList members={card.members} pathOf={(id) => pathTo('card', locale, { id })} />
        <StoryOpening card={card} />
        <CardSafety kind="group" id={card.id} />
      </div>
    </div>
  )
}
