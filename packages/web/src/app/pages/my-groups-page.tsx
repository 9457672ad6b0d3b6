import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { loadMeFrame, ME_TEXTS, MeFrame } from '../me/me-frame.tsx'
import { loadOwnCards, OWN_CARDS_TEXTS, OwnCardsList } from '../me/own-cards-list.tsx'
import { pageMeta } from '../page-meta.ts'
import { orPageError, pageTools } from '../page-tools.ts'

export { PageError as ErrorBoundary } from '../page-error.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { context, text, texts, title } = pageTools(args, [...ME_TEXTS, ...OWN_CARDS_TEXTS, 'pages.myGroups'])
  const own = await orPageError(loadOwnCards(context, new URL(args.request.url).searchParams, 'multiple'))
  return { own, ...(await loadMeFrame(context)), texts, title: title(text('pages.myGroups.title')) }
}

export const meta = pageMeta

/** The profile page that lists the reader's own groups. */
export default function MyGroupsPage() {
  const { own, people, newDecisions, wallet, messagePrice } = useLoaderData<typeof loader>()
  return (
    <MeFrame people={people} newDecisions={newDecisions} wallet={wallet} messagePrice={messagePrice} shows="groups">
      <OwnCardsList kind="multiple" {...own} />
    </MeFrame>
  )
}
