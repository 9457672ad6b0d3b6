import { lazy, Suspense, useLayoutEffect } from 'react'
import { useRouteLoaderData } from 'react-router'
import { gift, type InitialGift, useGift } from '../../features/rewards/gift.ts'
import { useText } from '../../i18n/use-text.ts'
import { useSession } from '../../session/session.tsx'
import { IconButton } from '../../ui/button.tsx'

// Loaded when the dialog is opened.
const CheckinDialogHost = lazy(async () => ({ default: (await import('./checkin-dialog-host.tsx')).CheckinDialogHost }))

/** Whether the check-in is available to the reader, and whether today's reward can still be claimed. */
export function useCheckin(): ReturnType<typeof useGift> {
  // Guaranteed by the type of the root's loader.
  const root = useRouteLoaderData('root') as { gift: InitialGift | null } | undefined
  return useGift(root?.gift)
}

/** The check-in button in the header; with a dot while today's reward is unclaimed, filled for members. */
export function CheckinButton() {
  const { person } = useSession()
  const { offered, due } = useCheckin()
  const text = useText()
  if (!offered) return null
  return (
    <IconButton
      icon={person?.member.active ? 'gift-fill' : 'gift'}
      label={text(due ? 'shell.header.giftDue' : 'shell.header.gift')}
      className={due ? 'gift gift-due' : 'gift'}
      aria-haspopup="dialog"
      onClick={gift.open}
    />
  )
}

/** Renders the check-in dialog, which can open on any page. */
export function CheckinHost({ initial }: { initial: InitialGift | null }) {
  const { isOpen } = useCheckin()
  // biome-ignore lint/correctness/useExhaustiveDependencies: newly loaded data replaces what is known
  useLayoutEffect(gift.reset, [initial])
  return isOpen ? (
    <Suspense fallback={null}>
      <CheckinDialogHost />
    </Suspense>
  ) : null
}
