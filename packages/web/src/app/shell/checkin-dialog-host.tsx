import { useRevalidator } from 'react-router'
import { CheckinDialog } from '../../features/rewards/checkin-dialog.tsx'
import { gift } from '../../features/rewards/gift.ts'
import { useText } from '../../i18n/use-text.ts'
import { useSession } from '../../session/session.tsx'
import { useToast } from '../../ui/toast.tsx'

/** The check-in dialog and the effects of claiming. */
export function CheckinDialogHost() {
  const { person, setWallet, askForProfile } = useSession()
  const text = useText()
  const toasts = useToast()
  const revalidator = useRevalidator()
  if (!person) return null
  return (
    <CheckinDialog
      onClose={gift.close}
      onNotDue={gift.markTaken}
      onTaken={(wallet, requestedAt) => {
        gift.close()
        gift.markTaken()
        setWallet(wallet, requestedAt)
        toasts.show(text('rewards.checkin.success'))
        void revalidator.revalidate()
      }}
      onAgeUnknown={() => {
        gift.close()
        askForProfile(gift.open)
      }}
    />
  )
}
