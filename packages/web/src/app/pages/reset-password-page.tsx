import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useText } from '../../i18n/use-text.ts'
import { loadNoPassword, NoPassword } from '../no-password.tsx'
import { pageMeta } from '../page-meta.ts'

export { PageError as ErrorBoundary } from '../page-error.tsx'

export const loader = (args: LoaderFunctionArgs) => loadNoPassword(args, 'pages.reset.title')

export const meta = pageMeta

export default function ResetPasswordPage() {
  const { faces } = useLoaderData<typeof loader>()
  const text = useText()
  return <NoPassword title={text('pages.reset.title')} faces={faces} />
}
