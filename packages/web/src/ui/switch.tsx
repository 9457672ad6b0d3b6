interface SwitchProps {
  on: boolean
  onChange: (on: boolean) => void
  /** Accessible name; what is shown beside the switch may be shorter. */
  label: string
  shown?: string
  disabled?: boolean
}

/** On or off, at once. */
export function Switch({ on, onChange, label, shown, disabled }: SwitchProps) {
  return (
    <button
      type="button"
      className="switch"
      role="switch"
      aria-checked={on}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={() => onChange(!on)}
    >
      <bdi>{shown ?? label}</bdi>
      <i />
    </button>
  )
}
