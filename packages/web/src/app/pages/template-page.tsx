import { data, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import '../../features/image-tasks/pictures.css'
import { TemplateDetails } from '../../features/image-tasks/template-details.tsx'
import { TemplateGrid } from '../../features/image-tasks/template-grid.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { cardPicture, pageMeta } from '../page-meta.ts'
import { orPageError, pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'

export { PageError as ErrorBoundary } from '../page-error.tsx'

const OTHERS = 6

/** Loads all templates, or with `?id=` one of them and some others. */
export async function loader(args: LoaderFunctionArgs) {
  const { context, text, texts, title } = pageTools(args, [
    'pages.templates',
    'image-tasks',
    'albums.aiImage',
    'sketch.face.ai',
  ])
  const id = new URL(args.request.url).searchParams.get('id')
  const [all, styles] = await Promise.all([
    orPageError(context.call('GET /api/template/getEgTemplate')),
    orPageError(context.call('GET /api/template/getImageStyleList')),
  ])
  const page = { styles, texts, description: text('pages.templates.description') }
  if (!id) return { ...page, one: null, list: all, title: title(text('pages.templates.title')) }
  const one = all.find((template) => template.id === id)
  if (!one) throw data(null, { status: 404 })
  return {
    ...page,
    one,
    // The ones that follow in the list, wrapping around, so that every template appears among the others of some page.
    list: [...all, ...all].slice(all.indexOf(one) + 1).slice(0, OTHERS),
    title: title(one.title),
    picture: cardPicture(one.cover, one.title),
  }
}

export const meta = pageMeta

export default function TemplatePage() {
  const { one, list, styles } = useLoaderData<typeof loader>()
  const text = useText()
  const locale = useLocale()
  const linkTo = (id: string) => pathTo('templatedateils', locale, {}, { id })
  if (!one) {
    return (
      <>
        <header className="page-head">
          <h1 className="display">{text('pages.templates.title')}</h1>
          <p className="muted">{text('image-tasks.templates.lead')}</p>
        </header>
        <TemplateGrid templates={list} styles={styles} linkTo={linkTo} heading="h2" />
        <p className="small faint template-note">{text('image-tasks.templates.painted')}</p>
      </>
    )
  }
  return (
    <>
      <Link className="crumb" to={pathTo('templatedateils', locale)}>
        <Icon name="caret-left" size="small" mirror />
        {text('pages.templates.title')}
      </Link>
      <TemplateDetails
        template={one}
        style={styles.find(({ id }) => id === one.style_id) ?? null}
        useUrl={pathTo('AiGeneratedImage', locale, {}, { template: one.id })}
      />
      <section>
        <div className="shelf-head">
          <h2 className="title-2">{text('image-tasks.templates.others')}</h2>
        </div>
        <TemplateGrid templates={list} styles={styles} linkTo={linkTo} />
      </section>
    </>
  )
}
