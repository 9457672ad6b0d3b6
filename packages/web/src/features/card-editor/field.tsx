import type { ReactNode } from 'react'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/use-text.ts'
import { TextArea, TextField } from '../../ui/form/text-field.tsx'
import type { Issue, Issues } from './check-form.ts'

/** Returns the error text for a path or anything inside it. */
export function useIssueText(issues: Issues): (path: string) => string | null {
  const text = useText()
  return (path) => {
    const found = issues[path] ?? Object.entries(issues).find(([other]) => other.startsWith(`${path}.`))?.[1]
    return found ? issueText(found, text) : null
  }
}

function issueText(issue: Issue, text: ReturnType<typeof useText>): string {
  return text(`card-editor.issues.${issue.text}`, issue.values)
}

/** Path of the field; errors from the server are matched by it. */
export function FieldPlace({ path, children }: { path: string; children: ReactNode }) {
  return <div data-field={path}>{children}</div>
}

interface WordsProps {
  path: string
  label: string
  help?: string
  value: string
  onChange: (value: string) => void
  onLeave?: (path: string) => void
  error: string | null
  /** More than one row makes a field that grows. */
  rows?: number
  /** Maximum in UTF-16 units; the counter is shown from three quarters of it. */
  max?: number
  serif?: boolean
  inputMode?: 'numeric'
  required?: boolean
  placeholder?: string
  autoComplete?: string
}

/** A text field for any script. */
export function Words({ path, onChange, onLeave, rows = 1, max, serif, help, required, value, ...rest }: WordsProps) {
  const format = useFormat()
  const isFull = max !== undefined && value.length > max * 0.75
  const counter = isFull ? `${format.number(value.length)} / ${format.number(max)}` : ''
  const props = {
    ...rest,
    value,
    help: [help, counter].filter(Boolean).join(' · ') || undefined,
    // A number has no direction of its own, so it follows the direction of the page.
    dir: rest.inputMode === 'numeric' ? undefined : 'auto',
    maxLength: max,
    'aria-required': required || undefined,
    onBlur: () => onLeave?.(path),
  }
  return (
    <FieldPlace path={path}>
      {rows > 1 ? (
        <TextArea
          {...props}
          rows={rows}
          className={serif ? 'editor-serif' : ''}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <TextField {...props} onChange={(event) => onChange(event.target.value)} />
      )}
    </FieldPlace>
  )
}
