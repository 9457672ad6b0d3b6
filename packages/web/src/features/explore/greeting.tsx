import { RichText, slot } from '../../i18n/rich-text.tsx'
import { useText } from '../../i18n/use-text.ts'
import { useMounted } from '../../lib/use-mounted.ts'

/**
 * A greeting by the reader's clock, which only their device knows: before hydration it is the evening greeting. Visitors
 * read what the site is.
 */
export function Greeting({ name }: { name: string | null }) {
  const text = useText()
  const isMounted = useMounted()
  if (name === null) {
    return (
      <div className="hello">
        <h1 className="title-1">{text('explore.landing')}</h1>
        <p className="muted small">{text('explore.intro')}</p>
      </div>
    )
  }
  const hour = isMounted ? new Date().getHours() : 18
  const part = hour >= 5 && hour < 12 ? 'morning' : hour >= 12 && hour < 18 ? 'afternoon' : 'evening'
  return (
    <div className="hello">
      <h1 className="title-1">
        <RichText text={text(`explore.greeting.${part}`, { name: slot('name') })} names={{ name }} />
      </h1>
    </div>
  )
}
