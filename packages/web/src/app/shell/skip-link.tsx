import { useText } from '../../i18n/use-text.ts'

/** First stop of the Tab key on every page. */
export function SkipLink() {
  const text = useText()
  return (
    <a className="skip-link" href="#main">
      {text('shell.skip')}
    </a>
  )
}
