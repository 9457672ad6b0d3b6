import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Companion } from '../../features/invitations/choose-character.tsx'
import { useRequireSignIn, useSession } from '../../session/session.tsx'

// Loaded on demand.
const InviteDialog = lazy(async () => ({
  default: (await import('../../features/invitations/invite-dialog.tsx')).InviteDialog,
}))

/** Texts that a page with this dialog needs. */
export const INVITE_TEXTS = ['invitations', 'landing.invitation.aiNote', 'wallet.coins', 'wallet.messages']

/** Lets people invite a friend: `invite` asks for sign-in where needed; the page must render `dialog`. */
export function useInviteDialog(): { invite: (companion: Companion | null) => void; dialog: ReactNode } {
  const requireSignIn = useRequireSignIn()
  const { askForProfile } = useSession()
  const revalidator = useRevalidator()
  const [open, setOpen] = useState<{ companion: Companion | null } | null>(null)
  const dialog = open ? (
    <Suspense fallback={null}>
      <InviteDialog
        companion={open.companion}
        onClose={() => setOpen(null)}
        onAgeUnknown={askForProfile}
        onMade={() => void revalidator.revalidate()}
      />
    </Suspense>
  ) : null
  return { invite: (companion) => void requireSignIn(() => setOpen({ companion })), dialog }
}
