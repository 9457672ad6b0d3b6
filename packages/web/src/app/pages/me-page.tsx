import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Favourites } from '../../features/explore/favourites.tsx'
import { SentList } from '../../features/invitations/sent-list.tsx'
import { Ledger } from '../../features/wallet/ledger.tsx'
import { useLocale } from '../../i18n/use-text.ts'
import { useSession } from '../../session/session.tsx'
import { INVITE_TEXTS, useInviteDialog } from '../card/use-invite-dialog.tsx'
import { loadMeFrame, loadMeLists, ME_TEXTS, MeFrame } from '../me/me-frame.tsx'
import { loadOwnCards, OWN_CARDS_TEXTS, OwnCardsList } from '../me/own-cards-list.tsx'
import { pageMeta } from '../page-meta.ts'
import { orPageError, pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'

export { PageError as ErrorBoundary } from '../page-error.tsx'

const SHELF_TEXTS = ['explore.favourites']

export async function loader(args: LoaderFunctionArgs) {
  const { context, text, texts, title } = pageTools(args, [
    ...ME_TEXTS,
    ...OWN_CARDS_TEXTS,
    ...SHELF_TEXTS,
    ...INVITE_TEXTS,
  ])
  const params = new URL(args.request.url).searchParams
  const [lists, own] = await orPageError(
    Promise.all([loadMeLists(context, params), loadOwnCards(context, params, 'single')]),
  )
  return { ...lists, own, ...(await loadMeFrame(context)), texts, title: title(text('pages.me.title')) }
}

export const meta = pageMeta

/** The person's own page: their profile, balance, characters and favourites. */
export default function MePage() {
  const { own, characters, groups, ledger, sent, people, newDecisions, wallet, messagePrice } =
    useLoaderData<typeof loader>()
  const { person } = useSession()
  const { invite, dialog } = useInviteDialog()
  const locale = useLocale()
  return (
    <MeFrame people={people} newDecisions={newDecisions} wallet={wallet} messagePrice={messagePrice} shows="characters">
      <OwnCardsList kind="single" {...own} />
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
        isOpen={ledger.isAsked}
        address={(asset, cursor) =>
          `${pathTo('me', locale, {}, { ...(asset && { asset }), ...(cursor && { ledger: cursor }) })}#ledger`
        }
        pathOf={{
          chat: (id) => pathTo('chat', locale, {}, { chat_id: id }),
          order: () => pathTo('orders', locale),
          // Readers never see the code of an invitation again, so link to the explanation.
          invitation: () => pathTo('invitation', locale),
        }}
      />
    </MeFrame>
  )
}
