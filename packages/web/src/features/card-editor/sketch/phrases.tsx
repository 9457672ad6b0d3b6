import { useText } from '../../../i18n/use-text.ts'
import type { LiveFace } from './live-painter.ts'
import './phrases.css'

/** The words of a description that the painter shows, and those that it does not know yet. */
export function Phrases({ phrases }: Pick<LiveFace, 'phrases'>) {
  const text = useText()
  const painted = phrases.filter(({ isPainted }) => isPainted)
  const missed = phrases.filter(({ isPainted }) => !isPainted)
  return (
    <div className="sketch-phrases">
      {painted.length > 0 ? (
        <ul aria-label={text('sketch.painted')}>
          {painted.map((phrase) => (
            <li key={phrase.text} className="sketch-lit" dir="auto">
              {phrase.text}
            </li>
          ))}
        </ul>
      ) : null}
      {missed.length > 0 ? (
        <p className="small muted">
          {text('sketch.missed')}{' '}
          {missed.map((phrase) => (
            <bdi key={phrase.text} className="sketch-missed">
              {phrase.text}
            </bdi>
          ))}
        </p>
      ) : null}
    </div>
  )
}
