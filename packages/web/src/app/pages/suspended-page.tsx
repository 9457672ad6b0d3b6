import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { useFreshSignIn } from '../../features/accounts/use-fresh-sign-in.tsx'
import { AppealForm, OwnAppeal } from '../../features/moderation/appeal-form.tsx'
import { ExportRow } from '../../features/settings/export-row.tsx'
import { LocalTime } from '../../i18n/local-time.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { pageMeta } from '../page-meta.ts'
import { orPageError, pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'
import { DeleteAccount, useSignOut } from '../shell/sign-out.tsx'
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

/** What somebody who is suspended sees: why, and what they can still do. */
export default function SuspendedPage() {
  const { suspension, answer } = useLoaderData<typeof loader>()
  const locale = useLocale()
  const revalidator = useRevalidator()
  const text = useText()
  const config = useSiteConfig()
  const { signOut } = useSignOut()
  const { withFreshSignIn, dialog } = useFreshSignIn(config)
  const [isDeleting, setIsDeleting] = useState(false)
  if (!suspension)
    return (
      <div className="suspended">
        <h1 className="title-1">{text('suspension.none')}</h1>
        <LinkButton to={pathTo('index', locale)}>{text('shell.notFound.back')}</LinkButton>
      </div>
    )
  return (
    <div className="suspended">
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
        <AppealForm decisionId={answer.decision_id} onSent={() => void revalidator.revalidate()} />
      ) : null}
      <p>
        <Link className="text-link" to={pathTo('decisions', locale)}>
          {text('moderation.notices.title')}
        </Link>
      </p>
      <div className="set-rows">
        <ExportRow withFreshSignIn={withFreshSignIn} />
      </div>
      <div className="suspended-buttons">
        <Button onClick={() => void signOut()}>
          <span className="capitalise">{text('shell.account.signOut')}</span>
        </Button>
        <Button look="ghost" onClick={() => setIsDeleting(true)}>
          <span className="capitalise">{text('shell.account.deleteAccount')}</span>
        </Button>
      </div>
      <DeleteAccount open={isDeleting} onClose={() => setIsDeleting(false)} />
      {dialog}
    </div>
  )
}
