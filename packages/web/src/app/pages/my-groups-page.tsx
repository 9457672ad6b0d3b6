import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { loadMeFrame, ME_TEXTS, MeFrame } from '../me-frame.tsx'
import { loadOwn, OWN_TEXTS, OwnList } from '../own-list.tsx'
import { pageMeta } from '../page-meta.ts'
import { orPageError, pageTools } from '../page-tools.ts'

export { PageError as ErrorBoundary } from '../page-error.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { context, text, texts, title } = pageTools(args, [...ME_TEXTS, ...OWN_TEXTS, 'pages.myGroups'])
  const own = await orPageError(loadOwn(context, new URL(args.request.url).searchParams, 'multiple'))
  return { own, ...loadMeFrame(context), texts, title: title(text('pages.myGroups.title')) }
}

export const meta = pageMeta

/** The reader's own groups. */
export default function MyGroupsPage() {
  const { own, wallet, messagePrice } = useLoaderData<typeof loader>()
  return (
    <MeFrame wallet={wallet} messagePrice={messagePrice} shows="groups">
      <OwnList kind="multiple" {...own} />
    </MeFrame>
  )
}
