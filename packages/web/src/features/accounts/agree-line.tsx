import { sentenceGap } from '../../i18n/format.ts'
import { RichText } from '../../i18n/rich-text.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'

/** Says what people meet here and whom it may not suit (H7), and what they accept by signing in. */
export function AgreeLine({ termsPath, privacyPath }: { termsPath: string; privacyPath: string }) {
  const text = useText()
  const locale = useLocale()
  const link = (path: string) => (label: React.ReactNode) => (
    <a className="plain-link" href={path} target="_blank" rel="noreferrer">
      {label}
    </a>
  )
  return (
    <p className="caption faint agree-line">
      {[text('accounts.signIn.everyoneIsAi'), text('safety.suitability'), ''].join(sentenceGap(locale))}
      <RichText text={text('accounts.signIn.agree')} tags={{ terms: link(termsPath), privacy: link(privacyPath) }} />
    </p>
  )
}
