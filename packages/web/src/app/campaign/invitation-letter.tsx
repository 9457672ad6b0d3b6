import { useState } from 'react'
import { Deadline } from '../../features/invitations/deadline.tsx'
import { FeatureList } from '../../features/invitations/feature-list.tsx'
import { GiftTicket } from '../../features/invitations/gift-ticket.tsx'
import { Letter } from '../../features/invitations/letter.tsx'
import { type Claimed, Success } from '../../features/invitations/success.tsx'
import { useServerClock } from '../../features/invitations/use-server-clock.ts'
import { Promises } from '../../features/landing/promises.tsx'
import { quoted, type Speaker } from '../../features/landing/speaker.ts'
import { RichText, slot } from '../../i18n/rich-text.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useSession } from '../../session/session.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { pathTo } from '../paths.ts'
import { useSiteConfig } from '../use-site-config.ts'
import type { InvitationData } from './invitation-panel.tsx'
import { InvitationPanel } from './invitation-panel.tsx'
import { InviterSafety } from './inviter-safety.tsx'

/** A friend's invitation letter: the deadline, the gift, the sign-up panel, and which characters are here. */
export function InvitationLetter(letter: InvitationData) {
  const { friend, speaker, avatar } = letter
  const [claimed, setClaimed] = useState<Claimed | null>(null)
  const nowMs = useServerClock(letter.code, letter.server_time)
  const text = useText()
  const config = useSiteConfig()
  const isOver = letter.state === 'open' && nowMs >= Date.parse(letter.expires_at)
  const state = isOver ? 'expired' : letter.state
  const hasClock = state === 'open' && letter.reader !== 'member'

  if (claimed)
    return (
      <div className="landing invitation">
        <Success claimed={claimed}>
          <NextSteps speaker={speaker} />
        </Success>
      </div>
    )
  return (
    <div className="landing invitation">
      <div className="invitation-page">
        <Letter
          friend={friend}
          companion={speaker && { id: speaker.id, name: speaker.name, picture: avatar ?? speaker.picture }}
          words={speaker && quoted(text, speaker)}
        >
          {letter.friend_id ? <InviterSafety personId={letter.friend_id} /> : null}
        </Letter>
        <section className="invitation-claim">
          {hasClock ? (
            <>
              <Deadline expiresAt={letter.expires_at} nowMs={nowMs} />
              <GiftTicket gift={letter.gift} />
            </>
          ) : null}
          <InvitationPanel letter={{ ...letter, state }} onClaimed={setClaimed}>
            <NextSteps speaker={speaker} />
          </InvitationPanel>
        </section>
        <FeatureList />
      </div>
      <Promises
        reach={config?.reach_claim ?? null}
        hasMature={config?.nsfw_enabled ?? false}
        isForAdults={config?.audience === 'adults'}
      />
    </div>
  )
}

/** Links to the companion, or to all the other characters. */
function NextSteps({ speaker }: { speaker: Speaker | null }) {
  const { person } = useSession()
  const text = useText()
  const locale = useLocale()
  return (
    <>
      {speaker && person ? (
        <LinkButton to={pathTo('chat', locale, {}, { card_id: speaker.id })} variant="primary" size="large">
          <span>
            <RichText
              text={text('landing.invitation.sayHello', { name: slot('name') })}
              names={{ name: speaker.name }}
            />
          </span>
        </LinkButton>
      ) : null}
      <LinkButton to={pathTo('index', locale)} variant="ghost" size="large">
        {text('landing.invitation.lookAround')}
      </LinkButton>
    </>
  )
}
