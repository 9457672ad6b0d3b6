import { type ComponentType, type ReactNode, useState } from 'react'
import { useFormat } from '../../i18n/format.ts'
import { useReaderClock } from '../../i18n/reader-clock.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import './billing.css'
import type { CapDialogProps, SpendingCap } from './cap-dialog.tsx'

interface SpendingCapProps {
  initial: SpendingCap
  /** Places the parts: the page decides where the button is. */
  children: (parts: { facts: ReactNode; button: ReactNode }) => ReactNode
}

/** The person's spending limit: how much of it is spent, and a button to change it. It is a tool, not a warning. */
export function SpendingCapParts({ initial, children }: SpendingCapProps) {
  const text = useText()
  const [cap, setCap] = useState(initial)
  const [CapDialog, setCapDialog] = useState<ComponentType<CapDialogProps> | null>(null)

  async function open() {
    const { CapDialog: loaded } = await import('./cap-dialog.tsx')
    setCapDialog(() => loaded)
  }

  return (
    <>
      {children({
        facts: <Facts cap={cap} />,
        button: <Button onClick={() => void open()}>{text('billing.cap.change')}</Button>,
      })}
      {CapDialog ? (
        <CapDialog
          cap={cap}
          onClose={() => setCapDialog(null)}
          onSaved={(saved) => {
            setCap(saved)
            setCapDialog(null)
          }}
        />
      ) : null}
    </>
  )
}

function Facts({ cap }: { cap: SpendingCap }) {
  const text = useText()
  const format = useFormat()
  const { timeZone } = useReaderClock()
  const money = (amount: number) => format.money(amount, cap.currency)
  const limit = (amount: number | null) => (amount === null ? text('billing.cap.none') : money(amount))
  return (
    <span className="cap-facts small figures">
      <span className="cap-line">
        <span>{text('billing.cap.spent', { amount: money(cap.spent + cap.reserved) })}</span>
        <span className="muted">
          {cap.amount === null ? text('billing.cap.none') : text('billing.cap.limit', { limit: money(cap.amount) })}
        </span>
      </span>
      {cap.amount === null ? null : <Meter spent={cap.spent + cap.reserved} limit={cap.amount} />}
      {cap.pending ? (
        <span className="muted">
          {text('billing.cap.pending', {
            date: format.dateTime(cap.pending.from, timeZone),
            limit: limit(cap.pending.amount),
          })}
        </span>
      ) : null}
    </span>
  )
}

/** How much is spent, as a bar; decorative, because the text beside it says the same. */
function Meter({ spent, limit }: { spent: number; limit: number }) {
  const part = limit === 0 ? 1 : Math.min(1, spent / limit)
  return (
    <svg className="cap-meter" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      <rect width={part * 100} height="1" />
    </svg>
  )
}
