import type { LoaderFunctionArgs } from 'react-router'
import { useText } from '../../i18n/use-text.ts'
import { pageMeta } from '../page-meta.ts'
import { pageTools } from '../page-tools.ts'

export { PageError as ErrorBoundary } from '../page-error.tsx'

export function loader(args: LoaderFunctionArgs) {
  const { text, texts, title } = pageTools(args, ['pages.invitation'])
  return { texts, title: title(text('pages.invitation.title')) }
}

export const meta = pageMeta

export default function InvitationPage() {
  const text = useText()
  return <h1 className="display">{text('pages.invitation.title')}</h1>
}
