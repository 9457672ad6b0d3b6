import { DECISION_REASONS, type DecisionReason } from '@everkin/contract/moderation-choices.ts'
import { useState } from 'react'
import { callApi } from '../../api/client.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/form/field-error.tsx'
import { Select } from '../../ui/form/form-controls.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useMutation } from '../../ui/use-mutation.ts'
import { type DeskItem, Restriction } from './case-view.tsx'
import { reasonKey } from './labels.ts'

interface ItemRowsProps {
  items: readonly DeskItem[]
  onChanged: () => void
  onDecided: (decision: { id: string; undoUntil: string }) => void
}

/** Items with what can be done about them: hide, remove, restore, and feature what is public. */
export function ItemRows({ items, onChanged, onDecided }: ItemRowsProps) {
  return (
    <ul className="items-list">
      {items.map((item) => (
        <li key={item.target_id} className="desk-card">
          <ItemRow item={item} onChanged={onChanged} onDecided={onDecided} />
        </li>
      ))}
    </ul>
  )
}

type ItemAction = 'hide' | 'remove' | 'restore'

function ItemRow({ item, onChanged, onDecided }: Omit<ItemRowsProps, 'items'> & { item: DeskItem }) {
  const text = useText()
  const [asking, setAsking] = useState<ItemAction | null>(null)
  const actions: ItemAction[] = item.restriction
    ? item.restriction === 'hidden'
      ? ['restore', 'remove']
      : ['restore']
    : ['hide', 'remove']
  return (
    <>
      {item.image ? <img src={item.image} alt="" loading="lazy" /> : null}
      <div className="items-words">
        <b>
          <bdi>{item.label || item.target_id}</bdi>
        </b>
        <Restriction item={item} />
        {item.quarantined ? (
          <span className="queue-restriction">
            <Icon name="lock-simple" size="tiny" />
            {text('moderation.quarantine.title')}
          </span>
        ) : null}
        {item.featured ? (
          <span className="queue-hidden">
            {' '}
            <Icon name="check" size="tiny" />
            {text('moderation.items.featured')}
          </span>
        ) : null}
        <p className="small muted">
          <bdi>{item.author ? item.author.nickname || item.author.id : text('moderation.items.library')}</bdi>
        </p>
        {item.texts.map((part) => (
          <p key={part.field} className="small" dir="auto">
            {part.text}
          </p>
        ))}
      </div>
      <div className="items-actions">
        {actions.map((action) => (
          <Button key={action} size="small" aria-expanded={asking === action} onClick={() => setAsking(action)}>
            {text(`moderation.decide.${action}`)}
          </Button>
        ))}
        {item.target_type === 'card' && !item.restriction && item.visibility === 'public' ? (
          <FeatureButton item={item} onChanged={onChanged} />
        ) : null}
      </div>
      {asking ? (
        <ReasonForm
          key={asking}
          item={item}
          action={asking}
          onDone={(decision) => {
            setAsking(null)
            onDecided(decision)
            onChanged()
          }}
        />
      ) : null}
    </>
  )
}

function FeatureButton({ item, onChanged }: { item: DeskItem; onChanged: () => void }) {
  const text = useText()
  const toasts = useToast()
  const on = !item.featured
  const feature = useMutation(
    async () => {
      await callApi('POST /api/desk/feature', { body: { card_id: item.target_id, on } })
      toasts.show(text(on ? 'moderation.items.featuredDone' : 'moderation.items.unfeaturedDone'))
      onChanged()
    },
    { toastsErrors: true },
  )
  return (
    <Button size="small" busy={feature.isBusy} onClick={() => void feature.run()}>
      {text(on ? 'moderation.items.feature' : 'moderation.items.unfeature')}
    </Button>
  )
}

interface ReasonFormProps {
  item: DeskItem
  action: ItemAction
  onDone: (decision: { id: string; undoUntil: string }) => void
}

function ReasonForm({ item, action, onDone }: ReasonFormProps) {
  const text = useText()
  const [reason, setReason] = useState<DecisionReason | ''>(action === 'restore' ? 'no_breach' : '')
  const decide = useMutation(async () => {
    // Only cards, groups and pictures are listed here.
    const target_type = item.target_type as 'card' | 'group' | 'image'
    if (reason === '') return
    const body = { target_type, target_id: item.target_id, action, reason }
    const decided = await callApi('POST /api/desk/decideItem', { body })
    onDone({ id: decided.decision_id, undoUntil: decided.undo_until })
  })
  return (
    <form
      className="items-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (reason === '') decide.setError(text('moderation.decide.pickReason'))
        else void decide.run()
      }}
    >
      <div className="field">
        <label htmlFor={`reason-${item.target_id}`}>{text('moderation.decide.reason')}</label>
        <Select
          id={`reason-${item.target_id}`}
          className="input"
          value={reason}
          // The options are those of the list.
          onChange={(event) => setReason(event.target.value as DecisionReason)}
        >
          <option value="" disabled>
            {text('moderation.decide.pickReason')}
          </option>
          {DECISION_REASONS.filter((known) => action === 'restore' || known !== 'no_breach').map((known) => (
            <option key={known} value={known}>
              {text(reasonKey(known))}
            </option>
          ))}
        </Select>
        {decide.error ? <FieldError>{decide.error}</FieldError> : null}
      </div>
      <Button type="submit" busy={decide.isBusy}>
        {text(`moderation.decide.${action}`)}
      </Button>
    </form>
  )
}
