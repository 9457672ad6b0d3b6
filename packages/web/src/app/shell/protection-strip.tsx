import type { ApiData } from '@everkin/contract/api-types.ts'
import { useFormat } from '../../i18n/format.ts'
import { useReaderClock } from '../../i18n/reader-clock.ts'
import { useText } from '../../i18n/use-text.ts'
import { Banner } from '../../ui/banner.tsx'

export type Protection = ApiData<'GET /api/user/protection'>

/** Tells a teen what is closed to them and, while chats are closed, when they open. */
export function ProtectionStrip({ status }: { status: Protection }) {
  const text = useText()
  const format = useFormat()
  const { timeZone } = useReaderClock()
  const { closed, opens_at } = status
  const time = opens_at ? format.dateTime(opens_at, timeZone) : ''
  const message =
    closed === null || closed === 'under_18' ? text('protection.mode') : text(`protection.closed.${closed}`, { time })
  return (
    <div className="protection">
      <Banner icon={closed === null ? 'info' : 'moon'}>{message}</Banner>
    </div>
  )
}
