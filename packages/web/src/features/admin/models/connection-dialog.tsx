import { LOCALES } from '@everkin/contract/locales.ts'
import type { Connection } from '@everkin/contract/types.ts'
import { type FormEvent, useState } from 'react'
import { callApi } from '../../../api/client.ts'
import { useLocale, useText } from '../../../i18n/use-text.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FieldError } from '../../../ui/form/field-error.tsx'
import { Switch } from '../../../ui/form/switch.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { useMutation } from '../../../ui/use-mutation.ts'
import {
  type ConnectionDraft,
  type ConnectionTest,
  newModel,
  saveBody,
  testBody,
  usuallySees,
} from './connection-form.ts'
import { ModelPicker } from './model-picker.tsx'

interface ConnectionDialogProps {
  initial: ConnectionDraft
  onClose: () => void
  onSaved: (connection: Connection) => void
}

/** Creates or changes a connection: its URL and key, a test, and the models to use. */
export function ConnectionDialog({ initial, onClose, onSaved }: ConnectionDialogProps) {
  const text = useText()
  const toasts = useToast()
  const [draft, setDraft] = useState(initial)
  const [tested, setTested] = useState<ConnectionTest | null>(null)
  const { provider } = draft
  const change = (changes: Partial<ConnectionDraft>) => setDraft((now) => ({ ...now, ...changes }))
  const changeField = (changes: Partial<ConnectionFieldValues>) => {
    change(changes)
    if ('baseUrl' in changes || 'apiKey' in changes) setTested(null)
  }

  const test = useMutation(async () => {
    const result = await callApi('POST /api/admin/testConnection', { body: testBody(draft) })
    setTested(result)
    if (result.ok && result.model !== null && draft.models.length === 0) {
      const found = result.models.find(({ name }) => name === result.model)
      change({ models: [newModel(result.model, found?.context_tokens ?? null, usuallySees(draft.kind))] })
    }
  })
  const save = useMutation(async () => {
    const saved = await callApi('POST /api/admin/saveConnection', { body: saveBody(draft) })
    toasts.show(text('models.form.saved'))
    onSaved(saved)
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (draft.models.length === 0) void test.run()
    else void save.run()
  }

  const title = draft.id
    ? text('models.form.titleEdit')
    : provider
      ? text('models.form.title', { name: provider.name })
      : text('models.form.titleOther')
  const isReady = draft.models.length > 0
  return (
    <Dialog open onClose={onClose} title={title}>
      <form className="stack connection-form" onSubmit={submit}>
        <ConnectionFields draft={draft} onChange={changeField} />
        <TestResult tested={tested} isBusy={test.isBusy} error={test.error} />
        {isReady || (tested && canName(tested)) ? (
          <ModelPicker
            kind={draft.kind}
            listed={tested?.models ?? []}
            chosen={draft.models}
            onChange={(models) => change({ models })}
          />
        ) : null}
        {isReady ? <DefaultSwitch on={draft.isDefault} onChange={(isDefault) => change({ isDefault })} /> : null}
        {save.error ? <FieldError>{save.error}</FieldError> : null}
        <div className="connection-actions">
          {isReady ? (
            <>
              <Button busy={test.isBusy} onClick={() => void test.run()}>
                {text('models.form.test')}
              </Button>
              <Button type="submit" variant="primary" busy={save.isBusy}>
                {text('models.form.save')}
              </Button>
            </>
          ) : (
            <Button type="submit" variant="primary" wide busy={test.isBusy}>
              {text('models.form.test')}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}

type ConnectionFieldValues = Pick<ConnectionDraft, 'name' | 'baseUrl' | 'apiKey'>

interface ConnectionFieldsProps {
  draft: ConnectionDraft
  onChange: (changes: Partial<ConnectionFieldValues>) => void
}

/** Name, URL and key. A provider has a fixed name and URL, and a file has neither URL nor key. */
function ConnectionFields({ draft, onChange }: ConnectionFieldsProps) {
  const text = useText()
  const { provider } = draft
  const isFile = draft.kind === 'gguf'
  return (
    <>
      {provider ? null : (
        <TextField
          label={text('models.form.name')}
          value={draft.name}
          required
          maxLength={100}
          autoComplete="off"
          onChange={(event) => onChange({ name: event.target.value })}
        />
      )}
      {provider || isFile ? null : (
        <TextField
          label={text('models.form.url')}
          help={text('models.form.urlHelp', { path: '/v1' })}
          value={draft.baseUrl}
          required
          dir="ltr"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange({ baseUrl: event.target.value })}
        />
      )}
      {isFile ? null : (
        <TextField
          label={text('models.form.key')}
          help={text(
            draft.hasKey ? 'models.form.keyKept' : provider ? 'models.form.keyHelp' : 'models.form.keyOptional',
          )}
          type="password"
          value={draft.apiKey}
          required={provider !== undefined && !draft.hasKey}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          data-first-focus={provider ? true : undefined}
          onChange={(event) => onChange({ apiKey: event.target.value })}
        />
      )}
      {provider ? (
        <p className="small">
          <a className="link" href={provider.keysUrl} target="_blank" rel="noreferrer">
            {text('models.form.getKey', { name: provider.name })}
          </a>
        </p>
      ) : null}
    </>
  )
}

function DefaultSwitch({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  const text = useText()
  return (
    <div className="connection-default">
      <span>
        <b>{text('models.form.default')}</b>
        <small className="muted">{text('models.form.defaultHint')}</small>
      </span>
      <Switch on={on} label={text('models.form.default')} onChange={onChange} />
    </div>
  )
}

/** Whether the server answered in a way that a model may be named. */
function canName({ ok, models, error }: ConnectionTest): boolean {
  return ok || models.length > 0 || error?.reason === 'model' || error?.reason === 'protocol'
}

interface TestResultProps {
  tested: ConnectionTest | null
  isBusy: boolean
  error: string | null
}

function TestResult({ tested, isBusy, error }: TestResultProps) {
  const text = useText()
  const seconds = useSeconds()
  if (isBusy) {
    return (
      <p className="small muted" role="status">
        {text('models.form.testing')}
      </p>
    )
  }
  if (error !== null || tested === null) {
    return error === null ? null : <FieldError>{error}</FieldError>
  }
  if (tested.error) {
    return (
      <div role="alert">
        <Banner icon="warning-circle" tone="bad">
          {tested.error.text}
        </Banner>
      </div>
    )
  }
  return (
    <div role="status">
      <Banner icon="check-circle" tone="ok">
        {tested.first_token_ms === null
          ? text('models.form.worksFile')
          : text('models.form.works', { duration: seconds(tested.first_token_ms) })}
        {tested.reply === null ? null : (
          <p className="small muted" dir="auto">
            {text('models.form.says', { reply: tested.reply })}
          </p>
        )}
      </Banner>
    </div>
  )
}

/** Formats milliseconds, such as 320 ms and 1.2 s. */
function useSeconds(): (ms: number) => string {
  const { intl } = LOCALES[useLocale()]
  const formatIn = (unit: 'second' | 'millisecond') =>
    new Intl.NumberFormat(intl, { style: 'unit', unit, maximumFractionDigits: 1 })
  return (ms) => (ms < 1000 ? formatIn('millisecond').format(ms) : formatIn('second').format(ms / 1000))
}
