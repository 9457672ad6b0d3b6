import type { LoaderFunctionArgs } from 'react-router'
import { useText } from '../../i18n/use-text.ts'
import { LegalText } from '../legal-text.tsx'
import { pageMeta } from '../page-meta.ts'
import { pageTools } from '../page-tools.ts'

export { PageError as ErrorBoundary } from '../page-error.tsx'

const PARAGRAPHS = ['keeps', 'model', 'safety', 'cookies', 'logs', 'leave'] as const

export function loader(args: LoaderFunctionArgs) {
  const { text, texts, title } = pageTools(args, ['legal'])
  return { texts, title: title(text('legal.privacy')), description: text('legal.privacyPage.intro') }
}

export const meta = pageMeta

export default function PrivacyPage() {
  const text = useText()
  return (
    <LegalText
      title={text('legal.privacy')}
      intro={text('legal.privacyPage.intro')}
      paragraphs={PARAGRAPHS.map((name) => text(`legal.privacyPage.${name}`))}
    />
  )
}
