import { lazy, Suspense, useLayoutEffect } from 'react'
import { useRouteLoaderData } from 'react-router'
import { type DrawnGift, gift, useGift } from '../../features/rewards/gift.ts'
import { useText } from '../../i18n/use-text.ts'
import { useSession } from '../../session/session.tsx'
import { IconButton } from '../../ui/button.tsx'

// Loaded when it is opened.
const CheckinDialogHost = lazy(async () => ({ default: (await import('./checkin-dialog-host.tsx')).CheckinDialogHost }))

/** Whether the check-in is offered to the reader, and whether today's is still there to take. */
export function useCheckin(): ReturnType<typeof useGift> {
  // The root's loader is typed to give it.
  const root = useRouteLoaderData('root') as { gift: DrawnGift | null } | undefined
  return useGift(root?.gift)
}

/** The gift in the header; a dot while today's is there to take, filled for members. */
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

/** Opens the check-in over any page. */
export function CheckinHost({ drawn }: { drawn: DrawnGift | null }) {
  const { isOpen } = useCheckin()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was learnt ends with the next thing that is drawn
  useLayoutEffect(gift.begin, [drawn])
  return isOpen ? (
    <Suspense fallback={null}>
      <CheckinDialogHost />
    </Suspense>
  ) : null
}
