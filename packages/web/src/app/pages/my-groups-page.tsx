import type { LoaderFunctionArgs } from 'react-router'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { pageMeta } from '../page-meta.ts'
import { pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'
import '../styles/me.css'

export { PageError as ErrorBoundary } from '../page-error.tsx'

export function loader(args: LoaderFunctionArgs) {
  const { text, texts, title } = pageTools(args, ['pages.myGroups'])
  return { texts, title: title(text('pages.myGroups.title')) }
}

export const meta = pageMeta

/** The reader's own group cards. Nobody can write one yet, so that for everyone there are none. */
export default function MyGroupsPage() {
  const text = useText()
  const locale = useLocale()
  return (
    <>
      <h1 className="display me-title">{text('pages.myGroups.title')}</h1>
      <EmptyState
        title={text('pages.myGroups.emptyTitle')}
        hint={text('pages.myGroups.emptyHint')}
        action={
          <LinkButton to={pathTo('groups', locale)} look="primary">
            {text('pages.myGroups.browse')}
          </LinkButton>
        }
      />
    </>
  )
}
