import type { ApiData } from '@everkin/contract/api-types.ts'
import { useState } from 'react'
import { callApi } from '../../api/client.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/use-text.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { readNumber } from './product-draft.ts'
import { StoredSettingForm } from './stored-setting-form.tsx'

type Stored = ApiData<'GET /api/desk/checkinRewards'>

const MOST = 10_000

interface RewardFormProps {
  stored: Stored
  mayChange: boolean
  onSaved: () => Promise<void>
}

/** What each day of a streak of check-ins gives, and what a whole week comes to. */
export function RewardForm({ stored, mayChange, onSaved }: RewardFormProps) {
  const text = useText()
  const format = useFormat()
  const [days, setDays] = useState(() =>
    stored.value.map(({ messages, coins }) => ({ messages: String(messages), coins: String(coins) })),
  )
  const read = days.map(({ messages, coins }) => ({
    messages: readNumber(messages, 0, MOST),
    coins: readNumber(coins, 0, MOST),
  }))
  const week = read.flatMap(({ messages, coins }) => (messages === null || coins === null ? [] : [{ messages, coins }]))
  const isWhole = week.length === days.length
  const sum = (of: 'messages' | 'coins') => week.reduce((all, day) => all + day[of], 0)
  const wrong = text('desk-products.badNumber', { least: format.number(0), most: format.number(MOST) })
  const field = (index: number, of: 'messages' | 'coins') => (
    <TextField
      label={text(`desk-products.rewards.${of}Of`, { day: format.number(index + 1) })}
      value={days[index]?.[of] ?? ''}
      inputMode="numeric"
      dir="ltr"
      autoComplete="off"
      readOnly={!mayChange}
      error={read[index]?.[of] === null ? wrong : null}
      onChange={(event) =>
        setDays(days.map((day, place) => (place === index ? { ...day, [of]: event.target.value } : day)))
      }
    />
  )
  return (
    <StoredSettingForm
      title={text('desk-products.rewards.title')}
      lead={text('desk-products.rewards.lead')}
      preview={
        isWhole
          ? text('desk-products.rewards.week', {
              messages: text('wallet.messages', { count: sum('messages') }),
              coins: text('wallet.coins', { count: sum('coins') }),
            })
          : null
      }
      revision={stored.revision}
      areDefaults={JSON.stringify(stored.value) === JSON.stringify(stored.defaults)}
      mayChange={mayChange}
      canSave={isWhole}
      save={(restores) =>
        callApi('POST /api/desk/saveCheckinRewards', {
          body: { value: restores ? null : week, revision: stored.revision },
        })
      }
      onSaved={onSaved}
    >
      {days.map((_day, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: there are always the same seven days
        <fieldset key={index} className="desk-fieldset">
          <legend>{text('desk-products.rewards.day', { day: format.number(index + 1) })}</legend>
          <div className="desk-fields">
            {field(index, 'messages')}
            {field(index, 'coins')}
          </div>
        </fieldset>
      ))}
    </StoredSettingForm>
  )
}
