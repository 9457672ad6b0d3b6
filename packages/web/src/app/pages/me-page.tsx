import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { PersonHead } from '../../features/accounts/person-head.tsx'
import { useSession } from '../../features/accounts/session.tsx'
import { Favourites } from '../../features/explore/favourites.tsx'
import { Balance, Membership } from '../../features/wallet/balance.tsx'
import { Ledger } from '../../features/wallet/ledger.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { AccountList } from '../account-list.tsx'
import { loadMe } from '../load-me.ts'
import { pageMeta } from '../page-meta.ts'
import { orPageError, pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'
import '../styles/me.css'

export { PageError as ErrorBoundary } from '../page-error.tsx'

const ME_TEXTS = ['pages.me', 'pages.admin.title', 'pages.myGroups.title', 'wallet', 'accounts.copyId']
const SHELF_TEXTS = ['explore.favourites', 'explore.chats', 'explore.castOf']

export async function loader(args: LoaderFunctionArgs) {
  const { context, text, texts, title } = pageTools(args, [...ME_TEXTS, ...SHELF_TEXTS])
  const lists = await orPageError(loadMe(context, new URL(args.request.url).searchParams))
  return {
    ...lists,
    // As it is now: the one that the frame was drawn with may be many messages old.
    wallet: context.person?.wallet ?? null,
    messagePrice: context.config.message_price,
    texts,
    title: title(text('pages.me.title')),
  }
}

export const meta = pageMeta

/** The person's own page: who they are here, what they have, whom they like. */
export default function MePage() {
  const { characters, groups, ledger, wallet, messagePrice } = useLoaderData<typeof loader>()
  const { person } = useSession()
  const text = useText()
  const locale = useLocale()
  return (
    <div className="me">
      <div className="me-side">
        <PersonHead />
        {wallet ? <Balance wallet={wallet} messagePrice={messagePrice} /> : null}
        {person ? <Membership member={person.member} pricePath={pathTo('AboutView', locale)} /> : null}
      </div>
      <div className="me-main">
        <Favourites
          characters={characters}
          groups={groups}
          address={(of, cursor) => pathTo('me', locale, {}, { [of]: cursor })}
          pathOfCard={(id) => pathTo('card', locale, { id })}
          pathOfGroup={(id) => pathTo('group', locale, { id })}
          explorePath={pathTo('index', locale)}
        />
        <section>
          <div className="shelf-head">
            <h2 className="title-2">{text('pages.me.characters')}</h2>
          </div>
          <div className="me-own">
            <p className="muted">{text('pages.me.charactersEmpty')}</p>
            <div className="me-own-ways">
              <LinkButton to={pathTo('createSingle', locale)}>{text('pages.me.charactersHow')}</LinkButton>
              <LinkButton to={pathTo('me-groups', locale)} look="ghost">
                {text('pages.myGroups.title')}
              </LinkButton>
            </div>
          </div>
        </section>
        <Ledger first={ledger} address={(cursor) => pathTo('me', locale, {}, { ledger: cursor })} />
      </div>
      <AccountList />
    </div>
  )
}
