/** A loading indicator; the label says what is being loaded. */
export function Spinner({ label }: { label: string }) {
  return (
    <span className="spinner" role="status">
      <i aria-hidden="true" />
      <span>{label}</span>
    </span>
  )
}
