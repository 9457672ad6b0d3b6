import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useSession } from '../../features/accounts/session.tsx'
import { Favourites } from '../../features/explore/favourites.tsx'
import { SentList } from '../../features/invitations/sent-list.tsx'
import { Ledger } from '../../features/wallet/ledger.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { INVITE_TEXTS, useInviting } from '../inviting.tsx'
import { loadMe } from '../load-me.ts'
import { loadMeFrame, ME_TEXTS, MeFrame } from '../me-frame.tsx'
import { pageMeta } from '../page-meta.ts'
import { orPageError, pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'

export { PageError as ErrorBoundary } from '../page-error.tsx'

const SHELF_TEXTS = ['explore.favourites', 'explore.chats', 'explore.castOf']

export async function loader(args: LoaderFunctionArgs) {
  const { context, text, texts, title } = pageTools(args, [...ME_TEXTS, ...SHELF_TEXTS, ...INVITE_TEXTS])
  const lists = await orPageError(loadMe(context, new URL(args.request.url).searchParams))
  return { ...lists, ...loadMeFrame(context), texts, title: title(text('pages.me.title')) }
}

export const meta = pageMeta

/** The person's own page: who they are here, what they have, whom they like. */
export default function MePage() {
  const { characters, groups, ledger, sent, wallet, messagePrice } = useLoaderData<typeof loader>()
  const { person } = useSession()
  const { invite, dialog } = useInviting()
  const text = useText()
  const locale = useLocale()
  return (
    <MeFrame wallet={wallet} messagePrice={messagePrice} shows="characters">
      <section className="me-own">
        <h2 className="title-3">{text('pages.me.characters')}</h2>
        <p className="muted">{text('pages.me.charactersEmpty')}</p>
        <div className="me-own-ways">
          <LinkButton to={pathTo('createSingle', locale)}>{text('pages.me.charactersHow')}</LinkButton>
        </div>
      </section>
      <Favourites
        characters={characters}
        groups={groups}
        address={(of, cursor) => pathTo('me', locale, {}, { [of]: cursor })}
        pathOfCard={(id) => pathTo('card', locale, { id })}
        pathOfGroup={(id) => pathTo('group', locale, { id })}
        explorePath={pathTo('index', locale)}
      />
      {person?.teen ? null : <SentList list={sent} onInvite={() => invite(null)} />}
      {dialog}
      <Ledger
        first={ledger}
        shown={ledger.shown}
        address={(asset, cursor) =>
          `${pathTo('me', locale, {}, { ...(asset && { asset }), ...(cursor && { ledger: cursor }) })}#ledger`
        }
        pathOf={{
          chat: (id) => pathTo('chat', locale, {}, { chat_id: id }),
          order: () => pathTo('orders', locale),
          // The code of an invitation is no reader's to see again: the page says what one is.
          invitation: () => pathTo('invitation', locale),
        }}
      />
    </MeFrame>
  )
}
