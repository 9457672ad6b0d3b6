import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { InvitationLetter } from '../campaign/invitation-letter.tsx'
import { loadInvitation } from '../campaign/load-invitation.ts'
import { NoInvitation } from '../campaign/no-invitation.tsx'
import { pageMeta } from '../page-meta.ts'
import '../campaign/landing.css'
import '../campaign/landing-features.css'
import '../campaign/landing-people.css'
import '../campaign/invitation.css'

export { PageError as ErrorBoundary } from '../page-error.tsx'

export const loader = (args: LoaderFunctionArgs) => loadInvitation(args)

export const meta = pageMeta

/** The page behind an invitation link; without a code it explains invitations. */
export default function InvitationPage() {
  const { letter, isUnknown, speakers } = useLoaderData<typeof loader>()
  if (letter) return <InvitationLetter key={letter.code} {...letter} />
  return <NoInvitation isUnknown={isUnknown} speakers={speakers} />
}
