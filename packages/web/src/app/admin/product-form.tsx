import { LOCALE_CODES, LOCALES } from '@everkin/contract/locales.ts'
import { type FormEvent, useState } from 'react'
import { callApi } from '../../api/client.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/form/field-error.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import { checkDraft, type DraftField, type DraftProblems, PRODUCT_KINDS, type ProductDraft } from './product-draft.ts'
import { SelectField } from './select-field.tsx'

interface ProductFormProps {
  draft: ProductDraft
  openOrders: number
  onChange: (draft: ProductDraft) => void
  onClose: () => void
  onSaved: () => Promise<void>
}

/** The fields of a product. What is wrong is shown at its field, before anything is sent. */
export function ProductForm({ draft, openOrders, onChange, onClose, onSaved }: ProductFormProps) {
  const text = useText()
  const toasts = useToast()
  const [problems, setProblems] = useState<DraftProblems>({})
  const save = useMutation(async () => {
    const { product } = checkDraft(draft)
    if (!product) return
    await callApi('POST /api/desk/saveProduct', { body: product })
    toasts.show(text('desk-products.saved'))
    await onSaved()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const checked = checkDraft(draft)
    setProblems(checked.problems)
    if (checked.product) void save.run()
  }
  const errorOf = (field: DraftField) => {
    const problem = problems[field]
    return problem ? text(problem.key, problem.values) : null
  }
  const field = (name: 'id' | 'price' | 'currency' | 'content' | 'position', help?: string) => (
    <TextField
      label={text(`desk-products.${name}`)}
      help={help}
      value={draft[name]}
      dir="ltr"
      autoComplete="off"
      inputMode={name === 'price' ? 'decimal' : name === 'content' || name === 'position' ? 'numeric' : 'text'}
      error={errorOf(name)}
      onChange={(event) => onChange({ ...draft, [name]: event.target.value })}
    />
  )
  const words = (part: 'name' | 'badge') =>
    LOCALE_CODES.map((code) => (
      <TextField
        key={code}
        label={LOCALES[code].name}
        lang={code}
        dir={LOCALES[code].direction}
        maxLength={60}
        autoComplete="off"
        value={draft[part][code]}
        error={code === 'en' ? errorOf(part) : null}
        onChange={(event) => onChange({ ...draft, [part]: { ...draft[part], [code]: event.target.value } })}
      />
    ))
  const isNew = draft.revision === 0
  return (
    <form className="desk-card desk-stack" onSubmit={submit} noValidate aria-label={text('desk-products.save')}>
      {isNew ? (
        <div className="desk-fields">
          {field('id', text('desk-products.idHelp'))}
          <SelectField
            label={text('desk-products.kind')}
            value={draft.kind}
            options={PRODUCT_KINDS.map((value) => ({ value, label: text(`desk-products.kinds.${value}`) }))}
            onChange={(value) =>
              onChange({ ...draft, kind: PRODUCT_KINDS.find((kind) => kind === value) ?? draft.kind })
            }
          />
        </div>
      ) : null}
      <div className="desk-fields">
        {field('price')}
        {field('currency')}
        {field('content')}
        {field('position')}
      </div>
      <Switch
        label={text('desk-products.onSale')}
        on={draft.active}
        onChange={(active) => onChange({ ...draft, active })}
      />
      <fieldset className="desk-fieldset">
        <legend>{text('desk-products.names')}</legend>
        <p className="small muted">{text('desk-products.namesHelp')}</p>
        <div className="desk-fields">{words('name')}</div>
      </fieldset>
      <fieldset className="desk-fieldset">
        <legend>{text('desk-products.badges')}</legend>
        <div className="desk-fields">{words('badge')}</div>
      </fieldset>
      {openOrders > 0 ? <p className="small muted">{text('desk-products.openOrders', { count: openOrders })}</p> : null}
      {save.error ? <FieldError>{save.error}</FieldError> : null}
      <div className="desk-buttons">
        <Button type="submit" variant="primary" busy={save.isBusy}>
          {text('desk-products.save')}
        </Button>
        <Button onClick={onClose}>{text('shell.actions.close')}</Button>
      </div>
    </form>
  )
}
