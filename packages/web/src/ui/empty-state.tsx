import type { ReactNode } from 'react'
import downloadPhoneUrl from './art/download-phone.svg?no-inline'
import emptyCharactersUrl from './art/empty-characters.svg?no-inline'
import emptyChatsUrl from './art/empty-chats.svg?no-inline'
import giftTicketUrl from './art/gift-ticket.svg?no-inline'
import loadingRoomsUrl from './art/loading-rooms.svg?no-inline'
import noResultsUrl from './art/no-results.svg?no-inline'
import offlineUrl from './art/offline.svg?no-inline'
import safetyLampUrl from './art/safety-lamp.svg?no-inline'
import statesUrl from './art/states.svg?no-inline'
import welcomeSuccessUrl from './art/welcome-success.svg?no-inline'

const ART = {
  'not-found': `${statesUrl}#not-found`,
  error: `${statesUrl}#error`,
  'no-results': `${noResultsUrl}#art`,
  'empty-characters': `${emptyCharactersUrl}#art`,
  'empty-chats': `${emptyChatsUrl}#art`,
  'gift-ticket': `${giftTicketUrl}#art`,
  'loading-rooms': `${loadingRoomsUrl}#art`,
  'download-phone': `${downloadPhoneUrl}#art`,
  'safety-lamp': `${safetyLampUrl}#art`,
  'welcome-success': `${welcomeSuccessUrl}#art`,
  offline: `${offlineUrl}#art`,
} as const

type ArtName = keyof typeof ART

interface EmptyStateProps {
  title?: string
  /** One sentence. */
  hint: string
  /** One button or link. */
  action?: ReactNode
  /** An illustration in place of the three windows. */
  art?: ArtName
  /** Anything else in their place. */
  picture?: ReactNode
  /** A short line above the title, such as the error's status. */
  above?: string
  /** A short line at the end, such as the error's reference. */
  below?: ReactNode
  heading?: 'h1' | 'h2'
}

/** Shown in place of missing content: three small windows, a sentence and one link or button. */
export function EmptyState({
  title,
  hint,
  action,
  art,
  picture,
  above,
  below,
  heading: Heading = 'h2',
}: EmptyStateProps) {
  return (
    <div className="empty">
      {art ? <Illustration name={art} /> : null}
      {art
        ? null
        : (picture ?? (
            <span className="windows" aria-hidden="true">
              <i />
              <i className="lit" />
              <i />
            </span>
          ))}
      {above ? <p className="caption faint figures">{above}</p> : null}
      {title ? <Heading className={Heading === 'h1' ? 'title-1' : 'title-2'}>{title}</Heading> : null}
      <p className="small muted">{hint}</p>
      {action}
      {below ? <p className="caption faint empty-below">{below}</p> : null}
    </div>
  )
}

/** An illustration in the colours of the theme. It is decorative, so the text beside it must say what it means. */
export function Illustration({ name }: { name: ArtName }) {
  return (
    <svg className="illustration" viewBox="0 0 320 240" aria-hidden="true">
      <use href={ART[name]} />
    </svg>
  )
}
