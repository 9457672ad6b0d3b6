import type { ApiData } from '@everkin/contract/api-types.ts'
import { useState } from 'react'
import { callApi } from '../../api/client.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/use-text.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { readNumber } from './product-draft.ts'
import { StoredSettingForm } from './stored-setting-form.tsx'

type Stored = ApiData<'GET /api/desk/invitationRules'>
type Rules = Stored['value']

const FIELDS = [
  { name: 'giftMessages', min: 0, max: 10_000, of: (rules: Rules) => rules.gift.messages },
  { name: 'giftCoins', min: 0, max: 10_000, of: (rules: Rules) => rules.gift.coins },
  { name: 'thanksMessages', min: 0, max: 10_000, of: (rules: Rules) => rules.inviter_reward.messages },
  { name: 'thanksCoins', min: 0, max: 10_000, of: (rules: Rules) => rules.inviter_reward.coins },
  { name: 'perNetwork', min: 0, max: 10_000, of: (rules: Rules) => rules.gifts_per_day.network },
  { name: 'perInviter', min: 0, max: 10_000, of: (rules: Rules) => rules.gifts_per_day.inviter },
  { name: 'thanksPerDay', min: 0, max: 10_000, of: (rules: Rules) => rules.inviter_rewards.day },
  { name: 'thanksEver', min: 0, max: 100_000, of: (rules: Rules) => rules.inviter_rewards.ever },
  { name: 'perDay', min: 1, max: 1_000, of: (rules: Rules) => rules.invitations_per_day },
] as const
type FieldName = (typeof FIELDS)[number]['name']

interface InvitationFormProps {
  stored: Stored
  mayChange: boolean
  onSaved: () => Promise<void>
}

/** What invitations give, and their limits. */
export function InvitationForm({ stored, mayChange, onSaved }: InvitationFormProps) {
  const text = useText()
  const format = useFormat()
  const [words, setWords] = useState(
    () =>
      Object.fromEntries(FIELDS.map(({ name, of }) => [name, String(of(stored.value))])) as Record<FieldName, string>, // of every field
  )
  const numbers = new Map(FIELDS.map(({ name, min, max }) => [name, readNumber(words[name], min, max)]))
  const isRight = [...numbers.values()].every((value) => value !== null)
  const number = (name: FieldName) => numbers.get(name) ?? 0
  const rules: Rules = {
    gift: { messages: number('giftMessages'), coins: number('giftCoins') },
    inviter_reward: { messages: number('thanksMessages'), coins: number('thanksCoins') },
    gifts_per_day: { network: number('perNetwork'), inviter: number('perInviter') },
    inviter_rewards: { day: number('thanksPerDay'), ever: number('thanksEver') },
    invitations_per_day: number('perDay'),
  }
  const both = ({ messages, coins }: Rules['gift']) =>
    format.list([text('wallet.messages', { count: messages }), text('wallet.coins', { count: coins })])
  return (
    <StoredSettingForm
      title={text('desk-products.invitations.title')}
      lead={text('desk-products.invitations.lead')}
      preview={
        isRight
          ? text('desk-products.invitations.gives', { gift: both(rules.gift), thanks: both(rules.inviter_reward) })
          : null
      }
      revision={stored.revision}
      areDefaults={JSON.stringify(stored.value) === JSON.stringify(stored.defaults)}
      mayChange={mayChange}
      canSave={isRight}
      save={(restores) =>
        callApi('POST /api/desk/saveInvitationRules', {
          body: { value: restores ? null : rules, revision: stored.revision },
        })
      }
      onSaved={onSaved}
    >
      <div className="desk-fields">
        {FIELDS.map(({ name, min, max }) => (
          <TextField
            key={name}
            label={text(`desk-products.invitations.${name}`)}
            value={words[name]}
            inputMode="numeric"
            dir="ltr"
            autoComplete="off"
            readOnly={!mayChange}
            error={
              numbers.get(name) === null
                ? text('desk-products.badNumber', { least: format.number(min), most: format.number(max) })
                : null
            }
            onChange={(event) => setWords({ ...words, [name]: event.target.value })}
          />
        ))}
      </div>
    </StoredSettingForm>
  )
}
