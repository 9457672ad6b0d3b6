import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { GroupAnatomy } from '../../features/characters/anatomy.tsx'
import { toShelfStory } from '../../features/explore/shelf.ts'
import { Story } from '../../features/explore/shelves.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { CreateFrame } from '../create-frame.tsx'
import { pageMeta } from '../page-meta.ts'
import { orPageError, pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'

export { PageError as ErrorBoundary } from '../page-error.tsx'

const CREATE_TEXTS = ['characters.anatomy', 'explore.kindLabel', 'explore.chats', 'explore.castOf']

export async function loader(args: LoaderFunctionArgs) {
  const { context, text, texts, title } = pageTools(args, ['pages.createGroups', ...CREATE_TEXTS])
  const query = { sort: 'popular' as const, limit: 1 }
  const example = await orPageError(context.call('GET /api/chat.Multiple/cardList', { query }))
  return { card: example.list[0] ?? null, texts, title: title(text('pages.createGroups.title')) }
}

export const meta = pageMeta

/** Before groups can be written here: what one is made of, on a real one. */
export default function CreateGroupPage() {
  const { card } = useLoaderData<typeof loader>()
  const text = useText()
  const locale = useLocale()
  return (
    <CreateFrame
      kind="group"
      title={text('pages.createGroups.title')}
      lead={text('pages.createGroups.lead')}
      aside={
        <>
          {card ? (
            <div className="create-story">
              <Story card={toShelfStory(card)} to={pathTo('group', locale, { id: card.id })} />
            </div>
          ) : null}
          <div className="create-ways">
            <LinkButton to={pathTo('groups', locale)} look="primary">
              {text('characters.anatomy.moreStories')}
            </LinkButton>
          </div>
        </>
      }
    >
      <GroupAnatomy card={card} />
    </CreateFrame>
  )
}
