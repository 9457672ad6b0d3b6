import { OpeningLines } from '../../features/landing/opening-lines.tsx'
import type { Speaker } from '../../features/landing/speaker.ts'
import { sentenceGap } from '../../i18n/format.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useSession } from '../../session/session.tsx'
import giftTicketUrl from '../../ui/art/gift-ticket.svg?no-inline'
import { CharacterAvatar } from '../../ui/avatar.tsx'
import { Banner } from '../../ui/banner.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Illustration } from '../../ui/empty-state.tsx'
import { pathTo } from '../paths.ts'

/** The page without an invitation: explains what one is, and that joining does not require one. */
export function NoInvitation({ isUnknown, speakers }: { isUnknown: boolean; speakers: Speaker[] }) {
  const { person } = useSession()
  const text = useText()
  const locale = useLocale()
  return (
    <div className="landing invitation">
      <section className="invitation-none">
        {isUnknown ? (
          <Illustration url={giftTicketUrl} />
        ) : (
          <span className="casts" aria-hidden="true">
            {speakers.map(({ id, name, picture }) => (
              <CharacterAvatar key={id} url={picture} id={id} name={name} size="huge" />
            ))}
          </span>
        )}
        <h1 className="display">{text('landing.invitation.noneTitle')}</h1>
        <p className="landing-lead muted">{text('landing.invitation.what')}</p>
        <Banner icon="info">{text(isUnknown ? 'landing.invitation.unknown' : 'landing.invitation.none')}</Banner>
        <div className="invitation-ways">
          <LinkButton to={pathTo('index', locale)} variant="primary" size="large">
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
