import { useRef, useState } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { useText } from '../i18n/use-text.ts'
import { useToast } from './toast.tsx'

interface MutationOptions {
  /** Shows errors in a toast instead of returning them as `error`. */
  toastsErrors?: boolean
  /** Stays busy after a success, for actions that leave the current view. */
  staysBusy?: boolean
  /** Returns the message to show instead of the default; null for an error that needs none. */
  onError?: (error: unknown) => string | null
}

export interface Mutation<Input extends unknown[]> {
  /** Never rejects; does nothing while an earlier run is busy. */
  run: (...input: Input) => Promise<void>
  isBusy: boolean
  /** The input of the current run. */
  pending: Input | null
  /** Message for the failure of the last run. */
  error: string | null
  /** Shows an error that was found before running, or clears the last one. */
  setError: (message: string | null) => void
}

/**
 * An action that a person starts, such as saving a form. It does not run concurrently; everything before its first
 * `await` runs synchronously within the event, and errors become localised messages.
 */
export function useMutation<Input extends unknown[] = []>(
  action: (...input: Input) => Promise<unknown>,
  { toastsErrors = false, staysBusy = false, onError }: MutationOptions = {},
): Mutation<Input> {
  const text = useText()
  const toasts = useToast()
  const [pending, setPending] = useState<Input | null>(null)
  const [error, setError] = useState<string | null>(null)
  // State would be updated too late for two events before the next render.
  const isRunning = useRef(false)

  async function run(...input: Input): Promise<void> {
    if (isRunning.current) return
    isRunning.current = true
    setPending(input)
    setError(null)
    try {
      await action(...input)
      if (staysBusy) return
    } catch (thrown) {
      const message = onError ? onError(thrown) : errorMessage(thrown, text)
      if (!toastsErrors) setError(message)
      else if (message !== null) toasts.show(message, 'error')
    }
    isRunning.current = false
    setPending(null)
  }

  return { run, isBusy: pending !== null, pending, error, setError }
}
