import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { installPrompt } from '../../lib/install-prompt.ts'
import { qrCodePath } from '../../lib/qr-code.ts'
import { useStore } from '../../lib/store.ts'
import { useMounted } from '../../lib/use-mounted.ts'
import downloadPhoneUrl from '../../ui/art/download-phone.svg?no-inline'
import { Button, buttonClass, LinkButton } from '../../ui/button.tsx'
import { Illustration } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { detectInstallMethod, type InstallMethod } from '../install/install-method.ts'
import { AppBenefits, loadExampleChat, PhonePreview } from '../install/install-sections.tsx'
import '../install/install.css'
import { pageMeta } from '../page-meta.ts'
import { pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'
import { useSiteConfig } from '../use-site-config.ts'

export { PageError as ErrorBoundary } from '../page-error.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const tools = pageTools(args, ['app.download', 'pages.download', 'chats.ai.badge', 'chats.composer.placeholder'])
  const { context, locale, text, texts, title } = tools
  return {
    texts,
    title: title(text('pages.download.title')),
    description: text('pages.download.description'),
    example: await loadExampleChat(tools),
    way: detectInstallMethod(args.request.headers.get('user-agent') ?? ''),
    qr: qrCodePath(context.rootUrl + pathTo('getAPP', locale)),
  }
}

export const meta = pageMeta

export default function DownloadPage() {
  const { example, way, qr } = useLoaderData<typeof loader>()
  const text = useText()
  return (
    <>
      <section className="install">
        <div>
          <h1 className="display">{text('app.download.title')}</h1>
          <p className="install-lead muted">{text('app.download.lead')}</p>
          <div className="install-way" role="status">
            <InstallHere initialWay={way} />
          </div>
          <Stores />
          <div className="install-qr">
            <svg viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={text('app.download.qr')} direction="ltr">
              <path d={`M0 0h${qr.size}v${qr.size}H0z`} fill="#fff" />
              <path d={qr.path} fill="#221522" shapeRendering="crispEdges" />
            </svg>
            <div>
              <b>{text('app.download.qr')}</b>
              <p className="small muted">{text('app.download.qrHint')}</p>
            </div>
          </div>
        </div>
        {example ? <PhonePreview example={example} /> : <Illustration url={downloadPhoneUrl} />}
      </section>
      <AppBenefits />
    </>
  )
}

/** The browser's install prompt, or instructions where there is none; confirms a finished installation. */
function InstallHere({ initialWay }: { initialWay: InstallMethod }) {
  const text = useText()
  const state = useStore(installPrompt.state)
  if (state === 'installed') {
    return (
      <div className="install-done">
        <Icon name="check-circle-fill" />
        <div>
          <b>{text('app.download.installed')}</b>
          <p className="small muted">{text('app.download.installedHint')}</p>
        </div>
      </div>
    )
  }
  if (state === 'offered') {
    return (
      <Button variant="primary" onClick={() => void installPrompt.show()}>
        <Icon name="download-simple" size="small" />
        {text('app.download.install')}
      </Button>
    )
  }
  return <Steps initialWay={initialWay} />
}

function Steps({ initialWay }: { initialWay: InstallMethod }) {
  const text = useText()
  const locale = useLocale()
  const isMounted = useMounted()
  if (isMounted && !window.isSecureContext) return <p>{text('app.download.steps.insecure')}</p>
  const way = isMounted ? detectInstallMethod(navigator.userAgent, navigator.maxTouchPoints) : initialWay
  if (way !== 'ios') {
    return (
      <ul className="install-steps">
        <li>
          <span className="install-window" aria-hidden="true">
            <Icon name={way === 'firefox' ? 'book-bookmark' : 'download-simple'} />
          </span>
          <p>{text(`app.download.steps.${way}`)}</p>
        </li>
      </ul>
    )
  }
  return (
    <>
      <p>{text('app.download.steps.ios')}</p>
      <LinkButton to={pathTo('getIOSAPP', locale)} variant="primary">
        {text('app.download.steps.iosLink')}
      </LinkButton>
    </>
  )
}

function Stores() {
  const text = useText()
  const config = useSiteConfig()
  if (!config?.app_store_url && !config?.play_store_url) return null
  return (
    <div className="install-stores">
      {config.play_store_url ? (
        <a className={buttonClass('quiet')} href={config.play_store_url} rel="noreferrer">
          <Icon name="google-play-logo" size="small" />
          {text('app.download.playStore')}
        </a>
      ) : null}
      {config.app_store_url ? (
        <a className={buttonClass('quiet')} href={config.app_store_url} rel="noreferrer">
          <Icon name="apple-logo" size="small" />
          {text('app.download.appStore')}
        </a>
      ) : null}
    </div>
  )
}
