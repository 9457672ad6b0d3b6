import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import '../../features/pictures/pictures.css'
import { StyleList } from '../../features/pictures/style-list.tsx'
import { TemplateGrid } from '../../features/pictures/template-grid.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { pageMeta } from '../page-meta.ts'
import { orPageError, pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'

export { PageError as ErrorBoundary } from '../page-error.tsx'

const SHOWN = 6

export async function loader(args: LoaderFunctionArgs) {
  const { context, text, texts, title } = pageTools(args, ['pages.image', 'pages.templates.title', 'tasks'])
  const [styles, templates] = await Promise.all([
    orPageError(context.call('GET /api/template/getImageStyleList')),
    orPageError(context.call('GET /api/template/getEgTemplate')),
  ])
  return { styles, templates: templates.slice(0, SHOWN), texts, title: title(text('pages.image.title')) }
}

export const meta = pageMeta

/** Where pictures will be painted; until they can be, what one can start from. */
export default function ImagePage() {
  const { styles, templates } = useLoaderData<typeof loader>()
  const text = useText()
  const locale = useLocale()
  return (
    <>
      <header className="page-head">
        <h1 className="display">{text('pages.image.title')}</h1>
      </header>
      <Banner icon="info">{text('tasks.notYet')}</Banner>
      <section>
        <div className="shelf-head">
          <h2 className="title-2">{text('pages.templates.title')}</h2>
          <Link to={pathTo('templatedateils', locale)}>{text('shell.actions.seeAll')}</Link>
        </div>
        <TemplateGrid
          templates={templates}
          styles={styles}
          linkTo={(id) => pathTo('templatedateils', locale, {}, { id })}
        />
        <p className="small faint template-note">{text('tasks.templates.portraits')}</p>
      </section>
      <section>
        <div className="shelf-head">
          <h2 className="title-2">{text('tasks.styles')}</h2>
        </div>
        <StyleList styles={styles} />
      </section>
    </>
  )
}
