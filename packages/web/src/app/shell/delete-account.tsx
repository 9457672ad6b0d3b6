import { lazy, Suspense } from 'react'
import { useSignOut } from './use-sign-out.ts'

// Loaded when it is opened: hardly anyone ever sees it.
const DeleteAccountDialog = lazy(async () => ({
  default: (await import('../../features/accounts/delete-account-dialog.tsx')).DeleteAccountDialog,
}))

/** The question before an account is deleted, and the way out afterwards. */
export function DeleteAccount({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { afterDeletion } = useSignOut()
  return open ? (
    <Suspense fallback={null}>
      <DeleteAccountDialog open onClose={onClose} onDeleted={() => void afterDeletion()} />
    </Suspense>
  ) : null
}
