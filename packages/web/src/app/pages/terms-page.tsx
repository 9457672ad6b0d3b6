import type { LoaderFunctionArgs } from 'react-router'
import { useText } from '../../i18n/use-text.ts'
import { LegalText } from '../legal-text.tsx'
import { pageMeta } from '../page-meta.ts'
import { pageTools } from '../page-tools.ts'
import { useSiteConfig } from '../use-site-config.ts'

export { PageError as ErrorBoundary } from '../page-error.tsx'

const PARAGRAPHS = ['ai', 'rules', 'words', 'service', 'leave'] as const

export function loader(args: LoaderFunctionArgs) {
  const { text, texts, title } = pageTools(args, ['legal'])
  return { texts, title: title(text('legal.terms')), description: text('legal.termsPage.intro') }
}

export const meta = pageMeta

export default function TermsPage() {
  const text = useText()
  const isForAdults = useSiteConfig()?.audience === 'adults'
  const paragraphs = PARAGRAPHS.map((name) => text(`legal.termsPage.${name}`))
  return (
    <LegalText
      title={text('legal.terms')}
      intro={text('legal.termsPage.intro')}
      paragraphs={isForAdults ? [text('legal.termsPage.adults'), ...paragraphs] : paragraphs}
    />
  )
}
