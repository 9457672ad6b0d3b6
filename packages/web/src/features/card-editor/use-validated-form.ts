import { useCallback, useRef, useState } from 'react'
import { type Issues, recheckIssues } from './check-form.ts'

export interface ValidatedForm<Form extends object> {
  form: Form
  /** The newest content, also before React has rendered it. */
  latestForm: () => Form
  /** Replaces the content without validating it. */
  replace: (form: Form) => void
  change: (patch: Partial<Form> | ((form: Form) => Partial<Form>)) => void
  issues: Issues
  setIssues: (issues: Issues) => void
  /** Validates the whole form and shows its issues. */
  validate: () => Issues
  /** Validates one field when it loses focus. */
  validateField: (path: string) => void
}

/** The content of a form and its errors. `onChange` is called with the new content after every change. */
export function useValidatedForm<Form extends object>(
  initial: Form,
  check: (form: Form) => Issues,
  onChange: (form: Form) => void,
): ValidatedForm<Form> {
  const callbacks = useRef({ check, onChange })
  callbacks.current = { check, onChange }
  const [form, setForm] = useState(initial)
  const latest = useRef(form)
  const [issues, setIssues] = useState<Issues>({})

  const latestForm = useCallback(() => latest.current, [])

  const replace = useCallback((next: Form) => {
    latest.current = next
    setForm(next)
  }, [])

  const change = useCallback<ValidatedForm<Form>['change']>(
    (patch) => {
      const before = latest.current
      const changes = typeof patch === 'function' ? patch(before) : patch
      const next = { ...before, ...changes }
      replace(next)
      callbacks.current.onChange(next)
      // Fields with errors are validated again on every change, so that no error outlasts its cause.
      setIssues((found) => recheckIssues(found, before, next, callbacks.current.check))
    },
    [replace],
  )

  const validate = useCallback(() => {
    const found = callbacks.current.check(latest.current)
    setIssues(found)
    return found
  }, [])

  const validateField = useCallback((path: string) => {
    const found = callbacks.current.check(latest.current)[path]
    setIssues(({ [path]: _, ...others }) => (found ? { ...others, [path]: found } : others))
  }, [])

  return { form, latestForm, replace, change, issues, setIssues, validate, validateField }
}
