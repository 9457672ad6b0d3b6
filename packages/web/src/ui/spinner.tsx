/** Something is under way; the words say what. */
export function Spinner({ label }: { label: string }) {
  return (
    <span className="spinner" role="status">
      <i aria-hidden="true" />
      <span>{label}</span>
    </span>
  )
}
