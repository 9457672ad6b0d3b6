/** Stands where books will be; as many as the page is waiting for. Announced by whoever shows it. */
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

/** A line of text to come, or with `tall` a row of a list. */
export function LineSkeleton({ tall = false }: { tall?: boolean }) {
  return <div className={`skeleton ${tall ? 'skeleton-row' : 'skeleton-line'}`} aria-hidden="true" />
}
