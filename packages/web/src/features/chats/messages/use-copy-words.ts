import { useCallback } from 'react'
import { useText } from '../../../i18n/use-text.ts'
import { copyText } from '../../../lib/copy-text.ts'
import { useToast } from '../../../ui/toast.tsx'

/** Copies the text of a message, and says so. */
export function useCopyWords(): (words: string) => void {
  const text = useText()
  const toasts = useToast()
  return useCallback(
    (words) => {
      void copyText(words).then((isCopied) => {
        if (isCopied) toasts.show(text('shell.actions.copied'))
      })
    },
    [text, toasts],
  )
}
