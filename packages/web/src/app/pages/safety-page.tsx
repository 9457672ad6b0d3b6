import { LOCALES } from '@everkin/contract/locales.ts'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { HelpNow } from '../../features/safety/help-now.tsx'
import { countryName } from '../../i18n/country-name.ts'
import { RichText, slot } from '../../i18n/rich-text.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import safetyLampUrl from '../../ui/art/safety-lamp.svg?no-inline'
import { Illustration } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import '../../ui/styles/safety-page.css'
import { pageMeta } from '../page-meta.ts'
import { orPageError, pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'
import { useSiteConfig } from '../use-site-config.ts'

export { PageError as ErrorBoundary } from '../page-error.tsx'

/** Promises with code and tests behind each of them (H1, C1, R1, B1 to B8, H5, D1, D2). */
const PROMISES = [
  ['ai', 'book-open'],
  ['crisis', 'hand-heart'],
  ['limits', 'prohibit'],
  ['report', 'flag'],
  ['breaks', 'clock'],
  ['privacy', 'lock-simple'],
  ['leave', 'trash'],
] as const satisfies [string, IconName][]

export async function loader(args: LoaderFunctionArgs) {
  const { context, locale, text, texts, title } = pageTools(args, [
    'shell.titles.safety',
    'safety.page',
    'safety.help',
    'safety.suitability',
    'pages.safety',
  ])
  const country = countryIn(args.request.url)
  const help = await orPageError(context.call('GET /api/safety/helpLines', { query: country ? { country } : {} }))
  const { intl } = LOCALES[locale]
  const countries = help.countries.map((code) => ({ code, name: countryName(code, locale) }))
  const order = new Intl.Collator(intl)
  return {
    help,
    isChosen: country !== null,
    countries: countries.sort((one, other) => order.compare(one.name, other.name)),
    checked: new Intl.DateTimeFormat(intl, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(help.checked)),
    texts,
    title: title(text('shell.titles.safety')),
    description: text('pages.safety.description'),
  }
}

/** The country in the query. An invalid one counts as not chosen, since help lines must always be shown. */
function countryIn(url: string): string | null {
  const country = new URL(url).searchParams.get('country')
  return country && /^[A-Za-z]{2}$/.test(country) ? country.toUpperCase() : null
}

export const meta = pageMeta

/** Help lines first, then the promises, then how each is implemented and its limits. */
export default function SafetyPage() {
  const { help, isChosen, countries, checked } = useLoaderData<typeof loader>()
  const servesTeens = useSiteConfig()?.audience === 'adults_and_teens'
  const text = useText()
  return (
    <>
      <header className="page-head safety-head">
        <Illustration url={safetyLampUrl} />
        <h1 className="display">{text('shell.titles.safety')}</h1>
        <p className="muted">{text('safety.page.intro')}</p>
      </header>
      <div className="safety-columns">
        <HelpNow help={help} isChosen={isChosen} countries={countries} checked={checked} />
        <section>
          <h2 className="title-2">{text('safety.page.promises.title')}</h2>
          <ul className="promises">
            {PROMISES.map(([promise, icon]) => (
              <li key={promise}>
                <Icon name={icon} />
                <div>
                  <h3 className="title-3">{text(`safety.page.promises.${promise}.title`)}</h3>
                  <p className="small muted">{text(`safety.page.promises.${promise}.text`)}</p>
                </div>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <div className="safety-words">
        <section>
          <h2 className="title-2">{text('safety.page.crisis.title')}</h2>
          <p>{text('safety.page.crisis.happens')}</p>
          <p>{text('safety.page.crisis.counted')}</p>
          <p>{text('safety.page.crisis.missed')}</p>
        </section>
        <section>
          <h2 className="title-2">{text('safety.page.reporting.title')}</h2>
          <p>{text('safety.page.reporting.how')}</p>
          <Appeal />
        </section>
        <section>
          <h2 className="title-2">{text('safety.page.limits.title')}</h2>
          <p>{text('safety.page.limits.text')}</p>
        </section>
        <section>
          <h2 className="title-2">{text('safety.page.ages.title')}</h2>
          <p>{text(servesTeens ? 'safety.page.ages.teens' : 'safety.page.ages.text')}</p>
          <p>{text('safety.suitability')}</p>
        </section>
        <p className="small">
          <PrivacyLink />
        </p>
      </div>
    </>
  )
}

/** How to appeal a decision; with the operator's address if one is set. */
function Appeal() {
  const text = useText()
  const email = useSiteConfig()?.support_email
  if (!email) return <p>{text('safety.page.reporting.appeal')}</p>
  return (
    <p>
      <RichText
        text={text('safety.page.reporting.appealTo', { address: slot('address') })}
        names={{ address: email }}
        tags={{
          email: (label) => (
            <a className="plain-link" href={`mailto:${email}`}>
              {label}
            </a>
          ),
        }}
      />
    </p>
  )
}

function PrivacyLink() {
  const text = useText()
  const locale = useLocale()
  return (
    <RichText
      text={text('safety.page.more')}
      tags={{
        privacy: (label) => (
          <a className="plain-link" href={pathTo('PrivacyPolicy', locale)}>
            {label}
          </a>
        ),
        terms: (label) => (
          <a className="plain-link" href={pathTo('TermsofUse', locale)}>
            {label}
          </a>
        ),
      }}
    />
  )
}
