import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useSession } from '../../features/accounts/session.tsx'
import { OpeningLines } from '../../features/landing/opening-lines.tsx'
import { sentenceGap } from '../../i18n/sentence-gap.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Arch } from '../../ui/portrait.tsx'
import { loadSpeakers } from '../campaign/load-campaign.ts'
import { pageMeta } from '../page-meta.ts'
import { pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'
import '../campaign/landing.css'
import '../campaign/invitation.css'

export { PageError as ErrorBoundary } from '../page-error.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { context, text, texts, title } = pageTools(args, [
    'pages.invitation',
    'landing.invitation',
    'landing.quote',
    'landing.opening.others',
  ])
  const { searchParams } = new URL(args.request.url)
  return {
    texts,
    title: title(text('pages.invitation.title')),
    description: text('pages.invitation.description'),
    // The code itself says nothing to anybody yet, and goes nowhere.
    hasCode: (searchParams.get('code') ?? '') !== '',
    speakers: (await loadSpeakers(context, ['wren', 'ilse', 'kenji'])).slice(0, 3),
  }
}

export const meta = pageMeta

export default function InvitationPage() {
  const { hasCode, speakers } = useLoaderData<typeof loader>()
  const { person } = useSession()
  const text = useText()
  const locale = useLocale()
  return (
    <div className="landing invitation">
      <section className="invitation-letter">
        <span className="casts" aria-hidden="true">
          {speakers.map(({ id, name, picture }) => (
            <Arch key={id} url={picture} name={name} size="huge" />
          ))}
        </span>
        <h1 className="display">{text('landing.invitation.title')}</h1>
        <p className="landing-lead muted">{text('landing.invitation.what')}</p>
        <Banner icon="info">{text(hasCode ? 'landing.invitation.withCode' : 'landing.invitation.notYet')}</Banner>
        <div className="invitation-ways">
          <LinkButton to={pathTo('index', locale)} look="primary" size="large">
            {text('landing.invitation.explore')}
          </LinkButton>
          {person ? null : (
            <LinkButton to={pathTo('login', locale)} size="large">
              {text('shell.drawer.signIn')}
            </LinkButton>
          )}
        </div>
      </section>
      {speakers.length > 0 ? (
        <section className="landing-others">
          <h2 className="title-1">{text('landing.opening.others')}</h2>
          <OpeningLines speakers={speakers} pathOf={(id) => pathTo('card', locale, { id })} />
        </section>
      ) : null}
      <p className="small muted landing-fiction">
        <span>{text('accounts.signIn.everyoneIsAi') + sentenceGap(locale) + text('safety.suitability')}</span>
      </p>
    </div>
  )
}
