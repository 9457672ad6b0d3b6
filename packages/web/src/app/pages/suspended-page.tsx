import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { useState } from 'react'
import { useFreshSignIn } from '../../features/accounts/use-fresh-sign-in.tsx'
import { ExportRow } from '../../features/settings/export-row.tsx'
import { LocalTime } from '../../i18n/local-time.tsx'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { pageMeta } from '../page-meta.ts'
import { orPageError, pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'
import { DeleteAccount, useSignOut } from '../shell/sign-out.tsx'
import { useSiteConfig } from '../use-site-config.ts'
import '../../features/settings/settings.css'
import '../me/suspended.css'

export { PageError as ErrorBoundary } from '../page-error.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { context, locale, text, texts, title } = pageTools(args, [
    'suspension',
    'personal-data.copy',
    'accounts.delete',
    'shell.account',
  ])
  const { suspension } = await orPageError(context.call('GET /api/account/suspension'))
  if (!suspension) throw redirect(pathTo('index', locale))
  return { texts, title: title(text('suspension.title')), suspension }
}

export const meta = pageMeta

/** What somebody who is suspended sees: why, and what they can still do. */
export default function SuspendedPage() {
  const { suspension } = useLoaderData<typeof loader>()
  const text = useText()
  const config = useSiteConfig()
  const { signOut } = useSignOut()
  const { withFreshSignIn, dialog } = useFreshSignIn(config)
  const [isDeleting, setIsDeleting] = useState(false)
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
      <div className="set-rows">
        <ExportRow withFreshSignIn={withFreshSignIn} />
      </div>
      <div className="suspended-buttons">
        <Button onClick={() => void signOut()}>{text('shell.account.signOut')}</Button>
        <Button look="ghost" onClick={() => setIsDeleting(true)}>
          {text('shell.account.deleteAccount')}
        </Button>
      </div>
      <DeleteAccount open={isDeleting} onClose={() => setIsDeleting(false)} />
      {dialog}
    </div>
  )
}
