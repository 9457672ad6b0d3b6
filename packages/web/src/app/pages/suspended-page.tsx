import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { useFreshSignIn } from '../../features/accounts/use-fresh-sign-in.tsx'
import { AppealForm, OwnAppeal } from '../../features/moderation/appeal-form.tsx'
import { ExportRow } from '../../features/settings/export-row.tsx'
import { LocalTime } from '../../i18n/local-time.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { pageMeta } from '../page-meta.ts'
import { orPageError, pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'
import { PlainHeader } from '../shell/plain-header.tsx'
import { DeleteAccount } from '../shell/sign-out.tsx'
import { useSiteConfig } from '../use-site-config.ts'
import '../../features/settings/settings.css'
import '../me/suspended.css'

export { PageError as ErrorBoundary } from '../page-error.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { context, text, texts, title } = pageTools(args, [
    'suspension',
    'personal-data.copy',
    'accounts.delete',
    'shell.account',
    'moderation.notices',
  ])
  const [{ suspension }, notices] = await orPageError(
    Promise.all([context.call('GET /api/account/suspension'), context.call('GET /api/moderation/notices')]),
  )
  return { texts, title: title(text('suspension.title')), suspension, answer: notices.suspension }
}

export const meta = pageMeta

/** What someone who is suspended sees: why, and what they can still do. */
export default function SuspendedPage() {
  const { suspension, answer } = useLoaderData<typeof loader>()
  const locale = useLocale()
  const revalidator = useRevalidator()
  const text = useText()
  const config = useSiteConfig()
  const { withFreshSignIn, dialog } = useFreshSignIn(config)
  const [isDeleting, setIsDeleting] = useState(false)
  if (!suspension)
    return (
      <>
        <PlainHeader />
        <div className="full-page">
          <EmptyState
            heading="h1"
            title={text('suspension.none')}
            action={<LinkButton to={pathTo('index', locale)}>{text('shell.notFound.back')}</LinkButton>}
          />
        </div>
      </>
    )
  return (
    <>
      <PlainHeader />
      <div className="suspended">
        <span className="windows windows-large" aria-hidden="true">
          <i />
          <i className="lit" />
          <i />
        </span>
        <h1 className="title-1">{text('suspension.title')}</h1>
        <dl className="suspended-facts">
          <div>
            <dt>{text('suspension.reason')}</dt>
            <dd>{text(`suspension.reasons.${suspension.reason}`)}</dd>
          </div>
          <div>
            <dt>{text('suspension.since')}</dt>
            <dd>
              <LocalTime iso={suspension.suspended_at} as="dateTime" />
            </dd>
          </div>
        </dl>
        <p>{text('suspension.whatStays')}</p>
        {answer?.appeal ? <OwnAppeal appeal={answer.appeal} /> : null}
        {answer?.can_appeal ? (
          <AppealForm isMain decisionId={answer.decision_id} onSent={() => void revalidator.revalidate()} />
        ) : null}
        <LinkButton to={pathTo('decisions', locale)}>{text('moderation.notices.title')}</LinkButton>
        <div className="set-rows">
          <ExportRow withFreshSignIn={withFreshSignIn} />
        </div>
        <Button variant="ghost" onClick={() => setIsDeleting(true)}>
          <span className="capitalise">{text('shell.account.deleteAccount')}</span>
        </Button>
        <DeleteAccount open={isDeleting} onClose={() => setIsDeleting(false)} />
        {dialog}
      </div>
    </>
  )
}
