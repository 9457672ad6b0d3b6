import { useRef, useState } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { useText } from '../i18n/use-text.ts'
import { useToast } from './toast.tsx'

interface MutationOptions {
  /** Shows errors in a toast instead of giving them as `error`. */
  toastsErrors?: boolean
  /** Keeps busy after a success, for actions that lead away from what is shown. */
  staysBusy?: boolean
  /** Gives the message to show instead of the usual one; null for an error that needs none. */
  onError?: (error: unknown) => string | null
}

export interface Mutation<Input extends unknown[]> {
  /** Never rejects; does nothing while an earlier run is busy. */
  run: (...input: Input) => Promise<void>
  isBusy: boolean
  /** The input of the run that is busy. */
  pending: Input | null
  /** Why the last run failed, ready to show. */
  error: string | null
  /** Shows an error that was found before running, or clears the last one. */
  setError: (message: string | null) => void
}

/**
 * An action that a person starts, such as saving a form. It runs once at a time, up to its first `await` within the
 * event that started it, and what it throws becomes a localised message.
 */
export function useMutation<Input extends unknown[] = []>(
  action: (...input: Input) => Promise<unknown>,
  { toastsErrors = false, staysBusy = false, onError }: MutationOptions = {},
): Mutation<Input> {
  const text = useText()
  const toasts = useToast()
  const [pending, setPending] = useState<Input | null>(null)
  const [error, setError] = useState<string | null>(null)
  // State would be too late for two events before the next render.
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
