import { useId } from 'react'
import { Link } from 'react-router'
import { countryName } from '../../../i18n/country-name.ts'
import { useLocale, useText } from '../../../i18n/use-text.ts'
import { EmergencyCall, HelpLines } from '../../../ui/help-lines.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useConversation } from '../context/conversation-context.ts'
import type { ChatNotice } from '../realtime/chat-snapshot.ts'

/** A notice from Everkin, square and sans serif, so that it cannot be mistaken for a character (C1 to C3). */
export function SafetyNoticeCard({ notice: { notice } }: { notice: ChatNotice }) {
  const text = useText()
  const id = useId()
  const { name, links, isCounted } = useConversation()
  const locale = useLocale()
  const isImminent = notice.kind === 'crisis_imminent'
  const isCrisis = notice.kind === 'crisis' || isImminent
  if (notice.kind === 'ai_reminder' || notice.kind === 'break') {
    return (
      <p className="house-line" role="status">
        <Icon name="book-open" size="tiny" />
        {notice.text}
      </p>
    )
  }
  const placeOf = (country: string) => countryName(country, locale)
  // A notice that an older version stored for this tab does not have this field.
  const emergency = isCrisis ? <EmergencyCall emergency={notice.emergency ?? null} placeOf={placeOf} /> : null
  return (
    <section
      className="house-card"
      role="alert"
      aria-labelledby={isCrisis ? id : undefined}
      data-notice={isCrisis ? 'crisis' : undefined}
    >
      <p className="house-from">
        <Icon name={isCrisis ? 'hand-heart' : 'info'} size="tiny" />
        {text('chats.ai.from', { name })}
      </p>
      {isCrisis ? <h2 id={id}>{text('safety.crisis.title')}</h2> : null}
      {isImminent ? emergency : null}
      {/* In the language of the page: the notice may be older than the choice of a language. */}
      <p className="house-text" dir="auto">
        {isCrisis ? text('safety.crisis.text') : notice.text}
      </p>
      {isImminent ? null : emergency}
      {isCrisis ? <HelpLines lines={notice.help_lines} placeOf={placeOf} /> : null}
      {isCrisis ? (
        <>
          <Link className="text-button" to={links.safety}>
            {text('chats.help.more')}
          </Link>
          {isCounted ? <p className="caption muted">{text('safety.crisis.free')}</p> : null}
        </>
      ) : null}
    </section>
  )
}

/** Under a crisis message whose card this device never had, or has lost: where help is (C1). */
export function HelpReminder() {
  const text = useText()
  const { links } = useConversation()
  return (
    <p className="house-line">
      <Icon name="hand-heart" size="tiny" />
      <span>
        {text('safety.crisis.title')} ·{' '}
        <Link className="text-link" to={links.safety}>
          {text('chats.help.more')}
        </Link>
      </span>
    </p>
  )
}
