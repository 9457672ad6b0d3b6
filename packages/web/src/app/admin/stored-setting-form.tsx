import type { FormEvent, ReactNode } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/form/field-error.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useMutation } from '../../ui/use-mutation.ts'

interface StoredSettingFormProps {
  title: string
  lead: string
  /** What the typed values come to; null while they are wrong. */
  preview: string | null
  revision: number
  areDefaults: boolean
  mayChange: boolean
  canSave: boolean
  save: (restoresDefaults: boolean) => Promise<unknown>
  onSaved: () => Promise<void>
  children: ReactNode
}

/** The form of a setting that is stored on the server, with its defaults. */
export function StoredSettingForm(props: StoredSettingFormProps) {
  const { title, lead, preview, areDefaults, mayChange, canSave, onSaved, children } = props
  const text = useText()
  const toasts = useToast()
  const save = useMutation(async (restoresDefaults: boolean) => {
    await props.save(restoresDefaults)
    toasts.show(text('desk-products.settings.saved'))
    await onSaved()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canSave) void save.run(false)
  }
  return (
    <section className="desk-part" aria-label={title}>
      <h2 className="title-2">{title}</h2>
      <p className="small muted desk-notes">{lead}</p>
      <form className="desk-card desk-stack" onSubmit={submit} noValidate>
        {children}
        {preview ? <p role="status">{preview}</p> : null}
        {areDefaults ? <p className="small muted">{text('desk-products.settings.areDefaults')}</p> : null}
        {save.error ? <FieldError>{save.error}</FieldError> : null}
        {mayChange ? (
          <div className="desk-buttons">
            <Button type="submit" variant="primary" busy={save.isBusy} disabled={!canSave}>
              {text('desk-products.settings.save')}
            </Button>
            {areDefaults ? null : (
              <Button busy={save.isBusy} onClick={() => void save.run(true)}>
                {text('desk-products.settings.defaults')}
              </Button>
            )}
          </div>
        ) : null}
      </form>
    </section>
  )
}
