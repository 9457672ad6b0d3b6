import type { HelpLine } from '@everkin/contract/types.ts'
import { useId } from 'react'
import { Link } from 'react-router'
import { useText } from '../../i18n/use-text.ts'
import { Icon } from '../../ui/icon.tsx'
import type { ChatNotice } from './chat-snapshot.ts'
import { useConversation } from './conversation-context.ts'

/** A card in the house's own voice, squared and sans, so that it never passes for a character (C1 to C3). */
export function NoticeCard({ notice: { notice } }: { notice: ChatNotice }) {
  const text = useText()
  const id = useId()
  const { name, links } = useConversation()
  const isCrisis = notice.kind === 'crisis' || notice.kind === 'crisis_imminent'
  if (notice.kind === 'ai_reminder' || notice.kind === 'break') {
    return (
      <p className="house-line" role="status">
        <Icon name="book-open" size="tiny" />
        {notice.text}
      </p>
    )
  }
  return (
    <section className="house-card" role="alert" aria-labelledby={isCrisis ? id : undefined}>
      <p className="house-from">
        <Icon name={isCrisis ? 'hand-heart' : 'info'} size="tiny" />
        {text('chats.ai.from', { name })}
      </p>
      {isCrisis ? <h3 id={id}>{text('safety.crisis.title')}</h3> : null}
      <p className="house-text">{notice.text}</p>
      {notice.help_lines.map((line, index) => (
        <HelpLineRow key={line.name} line={line} isEmergency={notice.kind === 'crisis_imminent' && index === 0} />
      ))}
      {isCrisis ? (
        <>
          <Link className="text-button" to={links.safety}>
            {text('chats.help.more')}
          </Link>
          <p className="caption muted">{text('safety.crisis.free')}</p>
        </>
      ) : null}
    </section>
  )
}

/** Name, hours, and the number as a call button; numbers stay left to right. */
function HelpLineRow({ line, isEmergency }: { line: HelpLine; isEmergency: boolean }) {
  const address = line.phone === null ? line.url : `tel:${line.phone.replaceAll(/[^\d+]/g, '')}`
  return (
    <div className={`help-line${isEmergency ? ' help-line-emergency' : ''}`}>
      <div>
        <b dir="auto">{line.name}</b>
        {line.hours ? <p dir="auto">{line.hours}</p> : null}
      </div>
      {address ? (
        <a
          className={`button ${isEmergency ? 'button-danger' : 'button-quiet'}`}
          href={address}
          {...(line.phone === null ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
        >
          <Icon name={line.phone === null ? 'arrow-square-out' : 'phone'} size="small" />
          <bdi dir="ltr">{line.phone ?? hostOf(address)}</bdi>
        </a>
      ) : null}
    </div>
  )
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address
}
