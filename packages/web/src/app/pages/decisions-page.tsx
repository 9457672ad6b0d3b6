import { useEffect } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useLocation, useRevalidator } from 'react-router'
import { callApi } from '../../api/client.ts'
import { DECISION_TEXTS } from '../../features/moderation/labels.ts'
import { latestNotice } from '../../features/moderation/latest-notice.ts'
import { NoticeList } from '../../features/moderation/notice-list.tsx'
import { StopAppeal } from '../../features/moderation/stop-appeal.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useStore } from '../../lib/store.ts'
import { useMounted } from '../../lib/use-mounted.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { pageMeta } from '../page-meta.ts'
import { orPageError, pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'
import '../me/decisions.css'

export { PageError as ErrorBoundary } from '../page-error.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { context, text, texts, title } = pageTools(args, DECISION_TEXTS)
  const notices = await orPageError(context.call('GET /api/moderation/notices'))
  return { notices, texts, title: title(text('moderation.notices.title')) }
}

export const meta = pageMeta

/** What was decided about the person's things, reports and appeals; opening it marks them as read. */
export default function DecisionsPage() {
  const { notices } = useLoaderData<typeof loader>()
  const text = useText()
  const locale = useLocale()
  const { hash } = useLocation()
  // The server does not see the fragment of an address.
  const isMounted = useMounted()
  const revalidator = useRevalidator()
  useEffect(() => {
    // What is new stays marked until the page is opened again.
    if (notices.unread > 0) callApi('POST /api/moderation/readNotices').catch(() => {}) // it is tried again next time
    latestNotice.set(null)
  }, [notices.unread])
  const news = useStore(latestNotice)
  const { revalidate } = revalidator
  useEffect(() => {
    if (news) void revalidate()
  }, [news, revalidate])
  return (
    <div className="decisions">
      <Link className="crumb" to={pathTo('me', locale)}>
        <Icon name="caret-left" size="small" mirror />
        {text('shell.tabs.me')}
      </Link>
      <header className="page-head">
        <h1 className="display">{text('moderation.notices.title')}</h1>
        <p className="muted">{text('moderation.notices.lead')}</p>
      </header>
      {notices.list.length === 0 ? (
        <EmptyState title={text('moderation.notices.none')} hint={text('moderation.notices.noneHint')} />
      ) : (
        <NoticeList
          notices={notices.list}
          opened={isMounted ? hash.slice(1) : ''}
          pathOfCard={(type, id) => pathTo(type, locale, { id })}
          onAppealed={() => void revalidator.revalidate()}
        />
      )}
      <StopAppeal onSent={() => void revalidator.revalidate()} />
    </div>
  )
}
