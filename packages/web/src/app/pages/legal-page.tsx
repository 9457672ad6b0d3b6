import { LOCALES } from '@everkin/contract/locales.ts'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { VisitChoice } from '../../features/attribution/visit-choice.tsx'
import { LegalText } from '../../features/legal/legal-text.tsx'
import { useSession } from '../../session/session.tsx'
import { EFFECTIVE_DATES, loadLegalText } from '../legal/legal-texts.server.ts'
import { pageMeta } from '../page-meta.ts'
import { pageTools } from '../page-tools.ts'
import { pageAt } from '../paths.ts'

export { PageError as ErrorBoundary } from '../page-error.tsx'

/** Which text each address shows. The branded addresses exist for links from other sites. */
const SHOWN = {
  PrivacyPolicy: { document: 'privacy', title: 'legal.privacy', brand: null },
  TermsofUse: { document: 'terms', title: 'legal.terms', brand: null },
  'linkverse-privacy': { document: 'privacy', title: 'pages.linkversePrivacy.title', brand: 'Linkverse' },
  'linkverse-terms': { document: 'terms', title: 'pages.linkverseTerms.title', brand: 'Linkverse' },
  soulcardprivacy: { document: 'privacy', title: 'pages.soulcardPrivacy.title', brand: 'SoulCard' },
  soulcardtos: { document: 'terms', title: 'pages.soulcardTerms.title', brand: 'SoulCard' },
} as const

const TEXTS = [
  'legal',
  'shell.consent.choice',
  'pages.linkversePrivacy',
  'pages.linkverseTerms',
  'pages.soulcardPrivacy',
  'pages.soulcardTerms',
]

type LegalPageName = keyof typeof SHOWN

function isLegalPage(name: string | null): name is LegalPageName {
  return name !== null && Object.hasOwn(SHOWN, name)
}

export function loader(args: LoaderFunctionArgs) {
  const { context, locale, text, texts, title } = pageTools(args, TEXTS)
  const name = pageAt(new URL(args.request.url).pathname)
  if (!isLegalPage(name)) throw new Error('no legal page has this address')
  const { document, title: titleKey, brand } = SHOWN[name]
  const days = new Intl.DateTimeFormat(LOCALES[locale].intl, { dateStyle: 'long', timeZone: 'UTC' })
  return {
    document,
    texts,
    title: title(text(titleKey)),
    description: text(`legal.descriptions.${document}`),
    heading: text(titleKey),
    note: brand ? text('legal.otherName', { name: brand }) : null,
    inForce: days.format(new Date(EFFECTIVE_DATES[document])),
    tree: loadLegalText(document, context),
  }
}

export const meta = pageMeta

/** All six addresses of the two legal documents, each under its own name and two aliases. */
export default function LegalPage() {
  const { document, heading, note, inForce, tree } = useLoaderData<typeof loader>()
  const { person, isPc } = useSession()
  // Visits of people under 18 are never counted, so they have no consent to choose.
  const mayChoose = document === 'privacy' && person?.age_scope !== 1
  const beneath = mayChoose ? { cookies: <VisitChoice deviceType={isPc ? 1 : 0} /> } : {}
  return <LegalText title={heading} inForce={inForce} note={note} tree={tree} beneath={beneath} />
}
