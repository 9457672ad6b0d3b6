import { useState } from 'react'
import { callApi } from '../../api/client.ts'
import { useText } from '../../i18n/use-text.ts'
import { useMutation } from '../../ui/use-mutation.ts'
import { SwitchRow } from './rows.tsx'

/** The break reminder: off until someone turns it on, and then on all of their devices. */
export function BreakRow({ initial }: { initial: boolean }) {
  const text = useText()
  const [isOn, setOn] = useState(initial)
  const save = useMutation(
    async (on: boolean) => setOn((await callApi('POST /api/user/breakReminder', { body: { on } })).on),
    { toastsErrors: true },
  )
  return (
    <SwitchRow
      label={text('breaks.setting.title')}
      hint={text('breaks.setting.hint')}
      on={save.pending?.[0] ?? isOn}
      onChange={(on) => void save.run(on)}
    />
  )
}
