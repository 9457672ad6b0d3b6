import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { sentenceGap, useFormat } from '../../i18n/format.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { AppBenefits, loadExampleChat, PhonePreview } from '../install/install-sections.tsx'
import '../install/install.css'
import { pageMeta } from '../page-meta.ts'
import { pageTools } from '../page-tools.ts'
import { useSiteConfig } from '../use-site-config.ts'

export { PageError as ErrorBoundary } from '../page-error.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const tools = pageTools(args, [
    'app.ios',
    'app.download',
    'pages.downloadIos',
    'chats.ai.badge',
    'chats.composer.placeholder',
  ])
  const { text, texts, title } = tools
  return {
    texts,
    title: title(text('pages.downloadIos.title')),
    description: text('pages.downloadIos.description'),
    example: await loadExampleChat(tools),
  }
}

export const meta = pageMeta

const STEPS = [
  { icon: 'compass', title: 'app.ios.open.title', words: 'app.ios.open.text' },
  { icon: 'export', title: 'app.ios.share.title', words: 'app.ios.share.text' },
  { icon: 'plus-square', title: 'app.ios.add.title', words: 'app.ios.add.text' },
] as const

export default function DownloadIosPage() {
  const { example } = useLoaderData<typeof loader>()
  const text = useText()
  const locale = useLocale()
  const format = useFormat()
  const config = useSiteConfig()
  return (
    <>
      <section className="install">
        <div>
          <h1 className="display">{text('app.ios.title')}</h1>
          <p className="install-lead muted">{text('app.ios.lead')}</p>
          <ol className="install-steps">
            {STEPS.map(({ icon, title, words }, at) => (
              <li key={icon}>
                <span className="install-window" aria-hidden="true">
                  <Icon name={icon} />
                </span>
                <div>
                  <h2 className="title-3">{text(title)}</h2>
                  <p className="small muted">{text(words)}</p>
                </div>
                <b className="install-number figures" aria-hidden="true">
                  {format.number(at + 1)}
                </b>
              </li>
            ))}
          </ol>
          {config?.app_store_url ? (
            <p className="small muted">
              {text('app.ios.store') + sentenceGap(locale)}
              <a className="text-link" href={config.app_store_url} rel="noreferrer">
                {text('app.ios.storeLink')}
              </a>
            </p>
          ) : null}
        </div>
        {example ? <PhonePreview example={example} /> : null}
      </section>
      <AppBenefits />
    </>
  )
}
