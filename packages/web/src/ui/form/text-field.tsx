import { type InputHTMLAttributes, type TextareaHTMLAttributes, useId } from 'react'
import { FieldError } from './field-error.tsx'
import { Input, Textarea } from './form-controls.tsx'

interface Labels {
  label: string
  help?: string
  /** Error message; the field is marked invalid while there is one. */
  error?: string | null
}

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement>, Labels {}

/** A labelled single-line input; help and error are linked to it for screen readers. */
export function TextField({ label, help, error, className = '', ...rest }: TextFieldProps) {
  const id = useId()
  return (
    <div className={`field ${className}`}>
      <label htmlFor={id}>{label}</label>
      <Input id={id} className="input" {...rest} {...describedBy(id, help, error)} />
      <FieldNotes id={id} help={help} error={error} />
    </div>
  )
}

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement>, Labels {}

/** Like `TextField` for several lines; it grows with its text. */
export function TextArea({ label, help, error, className = '', ...rest }: TextAreaProps) {
  const id = useId()
  return (
    <div className={`field ${className}`}>
      <label htmlFor={id}>{label}</label>
      <Textarea id={id} className="input" {...rest} {...describedBy(id, help, error)} />
      <FieldNotes id={id} help={help} error={error} />
    </div>
  )
}

function describedBy(id: string, help?: string, error?: string | null) {
  const notes = [error ? `${id}-error` : '', help ? `${id}-help` : ''].filter(Boolean).join(' ')
  return { 'aria-describedby': notes || undefined, 'aria-invalid': error ? true : undefined }
}

function FieldNotes({ id, help, error }: { id: string; help?: string; error?: string | null }) {
  return (
    <>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
      {help ? (
        <p className="field-help" id={`${id}-help`}>
          {help}
        </p>
      ) : null}
    </>
  )
}
