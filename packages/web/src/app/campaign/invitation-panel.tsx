import type { ApiData } from '@everkin/contract/api-types.ts'
import { type ReactNode, useState } from 'react'
import { callApi } from '../../api/client.ts'
import { AgreeLine } from '../../features/accounts/agree-line.tsx'
import { CodeStep } from '../../features/accounts/code-step.tsx'
import { EmailStep } from '../../features/accounts/email-step.tsx'
import { IdentityButtons } from '../../features/accounts/identity-buttons.tsx'
import type { Claimed } from '../../features/invitations/success.tsx'
import type { Speaker } from '../../features/landing/speaker.ts'
import { sentenceGap } from '../../i18n/format.ts'
import { useDateTime } from '../../i18n/local-time.tsx'
import { RichText, slot } from '../../i18n/rich-text.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { writeTabItem } from '../../lib/tab-storage.ts'
import { useSession } from '../../session/session.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import { rootData } from '../page-data-cache.ts'
import { pathTo } from '../paths.ts'
import { useSiteConfig } from '../use-site-config.ts'

interface PanelProps {
  letter: InvitationData
  onClaimed: (claimed: Claimed) => void
  /** Links for readers who cannot do anything here. */
  children: ReactNode
}

/** What this reader can do with the invitation: register and claim, claim, or see its status. */
export function InvitationPanel({ letter, onClaimed, children }: PanelProps) {
  if (letter.reader === 'visitor') return <Register letter={letter} onClaimed={onClaimed} />
  return (
    <div className="invitation-card">
      <InvitationStatus letter={letter} />
      {letter.reader === 'new' && letter.state === 'open' ? <Claim code={letter.code} onClaimed={onClaimed} /> : null}
      <div className="invitation-ways">{children}</div>
    </div>
  )
}

/**
 * The registration form for signed-out readers. It stays when the gift is gone, since joining does not depend on it.
 */
function Register({ letter, onClaimed }: Omit<PanelProps, 'children'>) {
  const { setPerson } = useSession()
  const text = useText()
  const locale = useLocale()
  const config = useSiteConfig()
  const [email, setEmail] = useState<string | null>(null)
  const [given, setGiven] = useState('')
  const isOpen = letter.state === 'open'

  function signedIn({ gift, gift_held, gift_refused, ...person }: ApiData<'POST /api/account/emailLogin'>) {
    // The profile dialog waits until the chat starts: first show people what they received.
    writeTabItem('isfistlogin', '1')
    setPerson(person)
    rootData.expire()
    onClaimed({ gift, gift_held, gift_refused })
  }

  return (
    <>
      <div className="invitation-card">
        {isOpen ? null : <InvitationStatus letter={letter} />}
        {email === null ? (
          <>
            <h2 className="title-2">{text(isOpen ? 'landing.invitation.claim' : 'accounts.signIn.title')}</h2>
            <p className="small muted">{text('landing.invitation.codeNote')}</p>
            <IdentityButtons config={config} inviteCode={letter.code} onSignedIn={signedIn} />
            <EmailStep typed={given} onSent={setEmail} takesFocus={false} />
          </>
        ) : (
          <>
            <h2 className="title-2">{text('accounts.code.title')}</h2>
            <CodeStep
              email={email}
              inviteCode={letter.code}
              onSignedIn={signedIn}
              onOtherEmail={() => {
                setGiven(email)
                setEmail(null)
              }}
              outboxUrl={config?.mail_outbox ?? null}
            />
          </>
        )}
      </div>
      {isOpen ? <p className="caption faint invitation-fine">{text('landing.invitation.onePerAccount')}</p> : null}
      <AgreeLine termsPath={pathTo('TermsofUse', locale)} privacyPath={pathTo('PrivacyPolicy', locale)} />
    </>
  )
}

/** Claims with one press, for accounts created today without the invitation link. */
function Claim({ code, onClaimed }: { code: string; onClaimed: (claimed: Claimed) => void }) {
  const text = useText()

  const claim = useMutation(async () => onClaimed(await callApi('POST /api/invitation/claim', { body: { code } })), {
    staysBusy: true,
  })

  return (
    <>
      {claim.error ? <Banner icon="warning-circle">{claim.error}</Banner> : null}
      <Button variant="primary" size="large" wide busy={claim.isBusy} onClick={() => void claim.run()}>
        {text('landing.invitation.claim')}
      </Button>
    </>
  )
}

/** The status of the invitation in a sentence or two; nothing while the gift can be claimed. */
function InvitationStatus({ letter }: { letter: InvitationData }) {
  const text = useText()
  const gap = sentenceGap(useLocale())
  const time = useDateTime(letter.expires_at)
  const { reader, state, speaker } = letter
  const isGuest = reader === 'visitor'
  const message =
    reader === 'inviter'
      ? text('landing.invitation.own')
      : reader === 'invitee'
        ? text('landing.invitation.mine')
        : state === 'claimed'
          ? text('landing.invitation.claimed') + (isGuest ? gap + text('landing.invitation.joinAnyway') : '')
          : state === 'expired'
            ? text('landing.invitation.ended', { time })
            : reader === 'member'
              ? text('landing.invitation.member', { name: slot('name') })
              : null
  if (message === null) return null
  return (
    <Banner icon="info">
      <RichText text={message} names={{ name: speaker?.name ?? '' }} />
    </Banner>
  )
}

/** Data of the page of an open invitation. */
export interface InvitationData
  extends Pick<
    ApiData<'GET /api/invitation/info'>,
    'gift' | 'expires_at' | 'server_time' | 'state' | 'reader' | 'friend_id'
  > {
  code: string
  friend: { name: string; avatar: string | null }
  speaker: Speaker | null
  avatar: string | null
}
