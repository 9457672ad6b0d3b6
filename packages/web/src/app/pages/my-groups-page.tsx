import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { loadMeFrame, ME_TEXTS, MeFrame } from '../me-frame.tsx'
import { pageMeta } from '../page-meta.ts'
import { pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'

export { PageError as ErrorBoundary } from '../page-error.tsx'

export function loader(args: LoaderFunctionArgs) {
  const { context, text, texts, title } = pageTools(args, [...ME_TEXTS, 'pages.myGroups'])
  return { ...loadMeFrame(context), texts, title: title(text('pages.myGroups.title')) }
}

export const meta = pageMeta

/** The reader's own group cards. Nobody can write one yet, so that for everyone there are none. */
export default function MyGroupsPage() {
  const { wallet, messagePrice } = useLoaderData<typeof loader>()
  const text = useText()
  const locale = useLocale()
  return (
    <MeFrame wallet={wallet} messagePrice={messagePrice} shows="groups">
      <section>
        <h2 className="visually-hidden">{text('pages.myGroups.title')}</h2>
        <EmptyState
          title={text('pages.myGroups.emptyTitle')}
          hint={text('pages.myGroups.emptyHint')}
          action={<LinkButton to={pathTo('groups', locale)}>{text('pages.myGroups.browse')}</LinkButton>}
        />
      </section>
    </MeFrame>
  )
}
