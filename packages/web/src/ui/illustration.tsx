import statesUrl from './art/states.svg?no-inline'

/** A picture of the house's own, in the colours of the theme; decorative, so what it means is said beside it. */
export function Illustration({ name }: { name: 'not-found' | 'error' }) {
  return (
    <svg className="illustration" viewBox="0 0 320 240" aria-hidden="true">
      <use href={`${statesUrl}#${name}`} />
    </svg>
  )
}
