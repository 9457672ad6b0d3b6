import { Fragment } from 'react'
import type { Hit } from './use-search.ts'

/** The line of a hit with what was found in it marked. */
export function HitWords({ hit }: { hit: Hit }) {
  let from = 0
  const parts = hit.marks.map(([start, end]) => {
    const before = hit.snippet.slice(from, start)
    from = end
    return (
      <Fragment key={start}>
        {before}
        <mark>{hit.snippet.slice(start, end)}</mark>
      </Fragment>
    )
  })
  return (
    <span className={`hit-words${hit.role === 'user' ? '' : ' hit-words-said'}`} dir="auto">
      {parts}
      {hit.snippet.slice(from)}
    </span>
  )
}
