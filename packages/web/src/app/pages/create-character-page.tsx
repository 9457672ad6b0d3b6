import { isolate } from '@everkin/contract/translate.ts'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { CharacterAnatomy } from '../../features/characters/anatomy.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { BookCover } from '../../ui/portrait.tsx'
import { CreateFrame } from '../create-frame.tsx'
import { pageMeta } from '../page-meta.ts'
import { orPageError, pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'

export { PageError as ErrorBoundary } from '../page-error.tsx'

const CREATE_TEXTS = ['characters.anatomy', 'characters.card.ageLabel', 'explore.kindLabel', 'explore.meet']

export async function loader(args: LoaderFunctionArgs) {
  const { context, text, texts, title } = pageTools(args, ['pages.createSingle', ...CREATE_TEXTS])
  const example = await context.call('GET /api/chat.Single/cardList', { query: { sort: 'popular', limit: 1 } })
  const id = example.list[0]?.id
  // The list has only the beginning of what they say first.
  const card = id ? await orPageError(context.call('GET /api/chat.Single/cardInfo', { query: { id } })) : null
  return { card, texts, title: title(text('pages.createSingle.title')) }
}

export const meta = pageMeta

/** Before characters can be written here: what one is made of, on a real one. */
export default function CreateCharacterPage() {
  const { card } = useLoaderData<typeof loader>()
  const text = useText()
  const locale = useLocale()
  return (
    <CreateFrame
      kind="single"
      title={text('pages.createSingle.title')}
      lead={text('pages.createSingle.lead')}
      aside={
        <>
          {card ? (
            <div className="create-book">
              <BookCover url={card.cover ?? card.avatar} name={card.name} sizes="14rem" eager />
            </div>
          ) : null}
          <div className="create-ways">
            {card ? (
              <LinkButton to={pathTo('card', locale, { id: card.id })} look="primary">
                {text('explore.meet', { name: isolate(card.name, locale) })}
              </LinkButton>
            ) : null}
            <LinkButton to={pathTo('index', locale)}>{text('characters.anatomy.moreCharacters')}</LinkButton>
          </div>
        </>
      }
    >
      <CharacterAnatomy card={card} />
    </CreateFrame>
  )
}
