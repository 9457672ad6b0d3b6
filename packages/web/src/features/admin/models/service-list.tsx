import type { ServiceConnection } from '@everkin/contract/types.ts'
import { type FormEvent, useState } from 'react'
import { callApi } from '../../../api/client.ts'
import { useText } from '../../../i18n/use-text.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { useMutation } from '../../../ui/use-mutation.ts'
import { hostOf } from './providers.ts'

interface ServiceListProps {
  services: ServiceConnection[]
  /** Something was changed: the page asks the server again. */
  onChanged: () => Promise<void>
}

/** What serves embeddings, images, speech, transcription and moderation, each with what is there without a connection. */
export function ServiceList({ services, onChanged }: ServiceListProps) {
  const text = useText()
  const [edited, setEdited] = useState<ServiceConnection | null>(null)
  return (
    <>
      <ul className="connections">
        {services.map((service) => (
          <li key={service.purpose} className="desk-card connection">
            <div className="connection-facts">
              <h3>{text(`models.services.${service.purpose}.title`)}</h3>
              <p className="caption muted connection-line">
                {service.base_url === null ? (
                  <span>{text(`models.services.${service.purpose}.none`)}</span>
                ) : (
                  <>
                    {service.from_environment ? <span>{text('models.fixed.environment')}</span> : null}
                    <bdi dir="ltr">{hostOf(service.base_url)}</bdi>
                    {service.model ? <bdi dir="ltr">{service.model}</bdi> : null}
                  </>
                )}
              </p>
              {service.error ? <p className="small connection-error">{service.error.text}</p> : null}
            </div>
            {service.from_environment ? null : (
              <Button onClick={() => setEdited(service)}>
                {text(service.base_url === null ? 'models.add.connect' : 'models.connections.edit')}
                <span className="visually-hidden"> {text(`models.services.${service.purpose}.title`)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {edited ? (
        <ServiceDialog
          service={edited}
          onClose={() => setEdited(null)}
          onSaved={() => {
            setEdited(null)
            void onChanged()
          }}
        />
      ) : null}
    </>
  )
}

interface ServiceDialogProps {
  service: ServiceConnection
  onClose: () => void
  onSaved: () => void
}

function ServiceDialog({ service, onClose, onSaved }: ServiceDialogProps) {
  const text = useText()
  const toasts = useToast()
  const { purpose } = service
  const [values, setValues] = useState<ServiceValues>({
    url: service.base_url ?? '',
    key: '',
    model: service.model ?? '',
    voices: service.voices ?? '',
  })
  const [problem, setProblem] = useState<string | null>(null)
  const body = serviceBody(purpose, values)
  const save = useMutation(async () => {
    const { ok, error } = await callApi('POST /api/admin/testService', { body })
    setProblem(error?.text ?? null)
    if (!ok) return
    await callApi('POST /api/admin/saveService', { body })
    toasts.show(text('models.form.saved'))
    onSaved()
  })
  const remove = useMutation(async () => {
    await callApi('POST /api/admin/deleteService', { body: { purpose } })
    onSaved()
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    void save.run()
  }

  const error = save.error ?? remove.error ?? problem
  return (
    <Dialog
      open
      onClose={onClose}
      title={text(`models.services.${purpose}.title`)}
      description={text(`models.services.${purpose}.hint`)}
    >
      <form className="stack connection-form" onSubmit={submit}>
        <ServiceFields
          service={service}
          values={values}
          onChange={(changes) => setValues((now) => ({ ...now, ...changes }))}
        />
        {error === null ? null : (
          <div role="alert">
            <Banner icon="warning-circle" tone="bad">
              {error}
            </Banner>
          </div>
        )}
        <div className="connection-actions">
          {service.base_url === null ? null : (
            <Button busy={remove.isBusy} onClick={() => void remove.run()}>
              {text('models.services.disconnect')}
            </Button>
          )}
          <Button type="submit" variant="primary" busy={save.isBusy}>
            {text('models.services.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface ServiceValues {
  url: string
  key: string
  model: string
  voices: string
}

/** What is sent: an empty key keeps the stored one. */
function serviceBody(purpose: ServiceConnection['purpose'], { url, key, model, voices }: ServiceValues) {
  return {
    purpose,
    base_url: url.trim(),
    ...(key.trim() !== '' && { api_key: key.trim() }),
    model: model.trim() === '' ? null : model.trim(),
    ...(purpose === 'speech' && { voices: voices.trim() === '' ? null : voices.trim() }),
  }
}

interface ServiceFieldsProps {
  service: ServiceConnection
  values: ServiceValues
  onChange: (changes: Partial<ServiceValues>) => void
}

function ServiceFields({ service, values, onChange }: ServiceFieldsProps) {
  const text = useText()
  return (
    <>
      <TextField
        label={text('models.form.url')}
        help={text('models.form.urlHelp', { path: '/v1' })}
        value={values.url}
        required
        dir="ltr"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        data-first-focus
        onChange={(event) => onChange({ url: event.target.value })}
      />
      <TextField
        label={text('models.form.key')}
        help={text(service.has_key ? 'models.form.keyKept' : 'models.form.keyOptional')}
        type="password"
        value={values.key}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange({ key: event.target.value })}
      />
      <TextField
        label={text('models.form.modelName')}
        value={values.model}
        required={service.purpose === 'embeddings'}
        maxLength={150}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange({ model: event.target.value })}
      />
      {service.purpose === 'speech' ? (
        <TextField
          label={text('models.services.voices')}
          help={text('models.services.voicesHelp', { example: 'anna:female, ben:male, sam' })}
          value={values.voices}
          maxLength={500}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange({ voices: event.target.value })}
        />
      ) : null}
    </>
  )
}
