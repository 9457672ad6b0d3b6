import { type MiddlewareFunction, redirect } from 'react-router'
import { pageContext } from './page-context.ts'
import { type PageName, pageAt, pageNamed, pathTo } from './paths.ts'

const OPEN_WHILE_SUSPENDED: readonly PageName[] = [
  'suspended',
  'decisions',
  'safety',
  'PrivacyPolicy',
  'TermsofUse',
  'linkverse-privacy',
  'linkverse-terms',
  'soulcardprivacy',
  'soulcardtos',
  'loadingServer',
  'offline',
]

/**
 * Redirects a signed-out request for a guarded page to sign-in, with the page as the destination, and suspended people
 * to the page that tells them why.
 */
export const redirectToSignIn: MiddlewareFunction = ({ context, request }, next) => {
  const { person, guest, config, locale } = context.get(pageContext)
  const url = new URL(request.url)
  // Client-side navigation requests the data under the page's path with this suffix.
  const pathname = url.pathname.replace(/\.data$/, '')
  const page = pageAt(pathname)
  // A visitor may begin a chat, and a guest may go on with theirs; the page itself checks which.
  const isForGuests =
    page === 'chat' && (guest !== null || (config.guest_messages > 0 && !url.searchParams.has('chat_id')))
  if (page && pageNamed(page).guarded && !person && !isForGuests) {
    throw redirect(pathTo('login', locale, {}, { next: pathname + readerQuery(url) }))
  }
  // Someone who is suspended sees why; the legal texts and the help lines stay open to them as well.
  if (person?.suspended && page && !OPEN_WHILE_SUSPENDED.includes(page)) throw redirect(pathTo('suspended', locale))
  return next()
}

/** The query without the router's internal parameters. */
function readerQuery(url: URL): string {
  const wanted = new URLSearchParams(url.search)
  wanted.delete('_routes')
  return wanted.size > 0 ? `?${wanted}` : ''
}
