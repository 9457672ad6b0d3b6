import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { RichText, slot } from '../../i18n/rich-text.tsx'
import { useText } from '../../i18n/use-text.ts'
import { HelpLines } from '../../ui/help-line.tsx'
import { Icon } from '../../ui/icon.tsx'
import { pageMeta } from '../page-meta.ts'
import { orPageError, pageTools } from '../page-tools.ts'

export { PageError as ErrorBoundary } from '../page-error.tsx'

const PROMISES = ['adults', 'ai', 'fiction', 'crisis', 'report', 'privacy', 'leave'] as const

export async function loader(args: LoaderFunctionArgs) {
  const { context, text, texts, title } = pageTools(args, ['shell.titles.safety', 'safety.page', 'safety.crisis'])
  return {
    help: await orPageError(context.call('GET /api/safety/helpLines')),
    texts,
    title: title(text('shell.titles.safety')),
    description: text('safety.page.intro'),
  }
}

export const meta = pageMeta

/** Help lines first, then the promises. */
export default function SafetyPage() {
  const { help } = useLoaderData<typeof loader>()
  const text = useText()
  return (
    <div className="reading">
      <header className="page-head">
        <h1 className="display">{text('shell.titles.safety')}</h1>
        <p className="muted">{text('safety.page.intro')}</p>
      </header>
      <section className="help-now">
        <h2 className="title-2">{text('safety.page.now')}</h2>
        {help.emergency ? (
          <p className="help-emergency">
            <Icon name="phone" size="small" />
            <span>
              <RichText
                text={text('safety.page.emergency', { number: slot('number') })}
                names={{ number: help.emergency }}
              />
            </span>
          </p>
        ) : null}
        <HelpLines lines={help.lines} />
      </section>
      <section>
        <h2 className="title-2">{text('safety.page.promises')}</h2>
        <ul className="promises">
          {PROMISES.map((promise) => (
            <li key={promise}>
              <Icon name="check" size="small" />
              <span>{text(`safety.page.${promise}`)}</span>
            </li>
          ))}
        </ul>
      </section>
      <p className="small faint">{text('safety.suitability')}</p>
    </div>
  )
}
