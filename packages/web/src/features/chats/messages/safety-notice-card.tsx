import { Link } from 'react-router'
import { useText } from '../../../i18n/use-text.ts'
import { CrisisCard } from '../../../ui/crisis-card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useConversation } from '../context/conversation-context.ts'
import type { ChatNotice } from '../realtime/chat-snapshot.ts'

/** A notice from Everkin, which cannot be mistaken for a character (C1 to C3). */
export function SafetyNoticeCard({ notice: { notice } }: { notice: ChatNotice }) {
  const text = useText()
  const { name, links, isCounted } = useConversation()
  if (notice.kind === 'ai_reminder' || notice.kind === 'break') {
    return (
      <p className="house-line" role="status">
        <Icon name="book-open" size="tiny" />
        {notice.text}
      </p>
    )
  }
  // In the language of the page: the notice may be older than the choice of a language.
  if (notice.kind === 'crisis' || notice.kind === 'crisis_imminent') {
    return (
      <CrisisCard
        name={name}
        isImminent={notice.kind === 'crisis_imminent'}
        // A notice that an older version stored for this tab does not have this field.
        emergency={notice.emergency ?? null}
        lines={notice.help_lines}
        safetyLink={links.safety}
      >
        {isCounted ? <p className="caption muted">{text('safety.crisis.free')}</p> : null}
      </CrisisCard>
    )
  }
  return (
    <section className="house-card" role="alert">
      <p className="house-from">
        <Icon name="info" size="tiny" />
        {text('chats.ai.from', { name })}
      </p>
      <p className="house-text" dir="auto">
        {notice.text}
      </p>
    </section>
  )
}

/** Under a reply that claims to be human, on a device that never had the notice, or has lost it (H2). */
export function AiReminder() {
  const text = useText()
  return (
    <p className="house-line">
      <Icon name="book-open" size="tiny" />
      {text('safety.ai.reminder')}
    </p>
  )
}

/** Under a crisis message whose card this device never had, or has lost: where help is (C1). */
export function HelpReminder() {
  const text = useText()
  const { links } = useConversation()
  return (
    <p className="house-line">
      <Icon name="hand-heart" size="tiny" />
      <span>{text('safety.crisis.title')}</span>
      <Link className="text-button" to={links.safety}>
        {text('chats.help.more')}
      </Link>
    </p>
  )
}
