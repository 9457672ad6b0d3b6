interface SwitchProps {
  on: boolean
  onChange: (on: boolean) => void
  /** Accessible name; the visible text beside the switch may be shorter. */
  label: string
  shown?: string
  disabled?: boolean
  /** Id of an element with a further explanation. */
  describedBy?: string
}

/** A switch that takes effect immediately. */
export function Switch({ on, onChange, label, shown, disabled, describedBy }: SwitchProps) {
  return (
    <button
      type="button"
      className="switch"
      role="switch"
      aria-checked={on}
      aria-label={label}
      title={label}
      aria-describedby={describedBy}
      disabled={disabled}
      onClick={() => onChange(!on)}
    >
      <bdi>{shown ?? label}</bdi>
      <i />
    </button>
  )
}
