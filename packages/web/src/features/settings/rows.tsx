import { type ReactNode, useId } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { Switch } from '../../ui/form/switch.tsx'

/** A group of settings under a heading; the table of contents links to its id. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className="set-section" aria-labelledby={`${id}-title`}>
      <h2 className="title-3" id={`${id}-title`}>
        <bdi>{title}</bdi>
      </h2>
      <div className="set-rows">{children}</div>
    </section>
  )
}

interface RowProps {
  id?: string
  label: ReactNode
  /** A short explanation. */
  hint?: ReactNode
  /** The control is below the text on narrow screens, and has more space on wide ones. */
  wide?: boolean
  children?: ReactNode
}

/** A setting: its label at the start, its value or control at the end. */
export function Row({ id, label, hint, wide, children }: RowProps) {
  return (
    <div id={id} className={`set-row${wide ? ' set-row-wide' : ''}`}>
      <div className="set-words">
        <b>{label}</b>
        {hint ? <p>{hint}</p> : null}
      </div>
      {children}
    </div>
  )
}

interface SwitchRowProps {
  label: string
  hint: ReactNode
  on: boolean
  onChange: (on: boolean) => void
  disabled?: boolean
}

/** A setting that is on or off. */
export function SwitchRow({ label, hint, on, onChange, disabled }: SwitchRowProps) {
  const text = useText()
  const hintId = useId()
  return (
    <Row label={label} hint={<span id={hintId}>{hint}</span>}>
      <Switch
        on={on}
        onChange={onChange}
        label={label}
        shown={text(on ? 'shell.actions.on' : 'shell.actions.off')}
        describedBy={hintId}
        disabled={disabled}
      />
    </Row>
  )
}
