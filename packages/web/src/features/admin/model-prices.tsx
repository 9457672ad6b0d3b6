import type { ApiData } from '@everkin/contract/api-types.ts'
import { type FormEvent, useState } from 'react'
import { callApi } from '../../api/client.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/form/field-error.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import './usage.css'

type Priced = ApiData<'GET /api/admin/modelPrices'>['models'][number]
type Price = NonNullable<Priced['price']>

interface ModelPricesProps {
  models: readonly Priced[]
  onSaved: () => void
}

/** What the tokens of each model cost, to be set by the operator. */
export function ModelPrices({ models, onSaved }: ModelPricesProps) {
  const text = useText()
  return (
    <section className="desk-card usage-prices">
      <h2>{text('admin.usage.prices.title')}</h2>
      <p className="small muted">{text('admin.usage.prices.hint')}</p>
      {models.length === 0 ? <p className="muted">{text('admin.usage.prices.noModel')}</p> : null}
      <ul>
        {models.map((model) => (
          <PriceRow key={model.model_id} model={model} onSaved={onSaved} />
        ))}
      </ul>
    </section>
  )
}

function PriceRow({ model, onSaved }: { model: Priced; onSaved: () => void }) {
  const text = useText()
  const format = useFormat()
  const [isEditing, setEditing] = useState(false)
  const { price } = model
  const perMillion = (amount: number) => format.cost(amount * 1_000_000, price?.currency ?? 'USD')
  return (
    <li>
      <div className="usage-price-head">
        <div>
          <b>
            <bdi>{model.model}</bdi>
          </b>
          <p className="small muted">
            {price
              ? text('admin.usage.prices.shown', { input: perMillion(price.input), output: perMillion(price.output) })
              : text('admin.usage.prices.none')}
          </p>
        </div>
        {isEditing ? null : (
          <Button size="small" onClick={() => setEditing(true)}>
            {text(price ? 'shell.actions.edit' : 'admin.usage.prices.set')}
          </Button>
        )}
      </div>
      {isEditing ? (
        <PriceForm
          model={model}
          onDone={(isSaved) => {
            setEditing(false)
            if (isSaved) onSaved()
          }}
        />
      ) : null}
    </li>
  )
}

interface FormWords {
  currency: string
  input: string
  cached: string
  output: string
}

function PriceForm({ model, onDone }: { model: Priced; onDone: (isSaved: boolean) => void }) {
  const text = useText()
  const toasts = useToast()
  const [words, setWords] = useState<FormWords>(() => toWords(model.price))
  const [wrong, setWrong] = useState<readonly (keyof FormWords)[]>([])
  const save = useMutation(async (price: Omit<Price, 'model_id'> | null) => {
    await callApi('POST /api/admin/saveModelPrice', { body: { model_id: model.model_id, price } })
    toasts.show(text(price ? 'admin.usage.prices.saved' : 'admin.usage.prices.removed'))
    onDone(true)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { price, wrong: found } = readPrice(words)
    setWrong(found)
    if (price) void save.run(price)
  }
  const field = (name: keyof FormWords, label: string, help?: string) => (
    <TextField
      label={label}
      help={help}
      value={words[name]}
      inputMode={name === 'currency' ? 'text' : 'decimal'}
      dir="ltr"
      autoComplete="off"
      error={
        wrong.includes(name)
          ? text(name === 'currency' ? 'admin.usage.prices.badCurrency' : 'admin.usage.prices.badAmount')
          : null
      }
      onChange={(event) => setWords({ ...words, [name]: event.target.value })}
    />
  )
  return (
    <form className="usage-price-form" onSubmit={submit} noValidate>
      <div className="usage-price-fields">
        {field('currency', text('admin.usage.prices.currency'))}
        {field('input', text('admin.usage.prices.input'))}
        {field('cached', text('admin.usage.prices.cached'), text('admin.usage.prices.cachedHint'))}
        {field('output', text('admin.usage.prices.output'))}
      </div>
      {save.error ? <FieldError>{save.error}</FieldError> : null}
      <div className="usage-price-buttons">
        <Button type="submit" variant="primary" size="small" busy={save.isBusy}>
          {text('shell.actions.save')}
        </Button>
        <Button size="small" onClick={() => onDone(false)}>
          {text('admin.usage.prices.cancel')}
        </Button>
        {model.price ? (
          <Button size="small" variant="ghost" disabled={save.isBusy} onClick={() => void save.run(null)}>
            {text('admin.usage.prices.remove')}
          </Button>
        ) : null}
      </div>
    </form>
  )
}

function toWords(price: Price | null): FormWords {
  return {
    currency: price?.currency ?? 'USD',
    input: price ? String(price.input) : '',
    cached: price?.cached_input == null ? '' : String(price.cached_input),
    output: price ? String(price.output) : '',
  }
}

function readPrice(words: FormWords): { price: Omit<Price, 'model_id'> | null; wrong: (keyof FormWords)[] } {
  const currency = words.currency.trim().toUpperCase()
  const [input, cached, output] = [words.input, words.cached, words.output].map(readDecimal)
  const wrong: (keyof FormWords)[] = []
  if (!/^[A-Z]{3}$/.test(currency)) wrong.push('currency')
  if (input == null) wrong.push('input')
  if (cached == null && words.cached.trim() !== '') wrong.push('cached')
  if (output == null) wrong.push('output')
  if (wrong.length > 0 || input == null || output == null) return { price: null, wrong }
  return { price: { currency, input, cached_input: cached ?? null, output }, wrong }
}

/** 2.5, 2,5 or ٢٫٥; null for anything else. */
function readDecimal(words: string): number | null {
  const plain = words
    .trim()
    .normalize('NFKC')
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - '٠'.charCodeAt(0)))
    .replace(/[,٫]/, '.')
  return /^\d{1,6}(\.\d{1,6})?$/.test(plain) ? Number(plain) : null
}
