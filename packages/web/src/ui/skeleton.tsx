/** Placeholders for cards that are being loaded. The caller announces the loading to screen readers. */
export function CardSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same and never move
    <div key={at} aria-hidden="true">
      <div className="skeleton skeleton-cover" />
      <div className="skeleton skeleton-title" />
      <div className="skeleton skeleton-line" />
    </div>
  ))
}

/** A placeholder for a line of text, or with `tall` for a row of a list. */
export function LineSkeleton({ tall = false }: { tall?: boolean }) {
  return <div className={`skeleton ${tall ? 'skeleton-row' : 'skeleton-line'}`} aria-hidden="true" />
}
