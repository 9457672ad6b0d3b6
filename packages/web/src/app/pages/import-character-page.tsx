import { Link, type LoaderFunctionArgs } from 'react-router'
import { ImportCharacters } from '../../features/card-files/import-characters.tsx'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { pageMeta } from '../page-meta.ts'
import { pageTools } from '../page-tools.ts'
import { pathTo } from '../paths.ts'
import { useSiteConfig } from '../use-site-config.ts'

export { PageError as ErrorBoundary } from '../page-error.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { text, texts, title } = pageTools(args, [
    'card-files.import',
    'card-files.refused',
    'card-files.saveAll',
    'card-files.moving',
    'card-editor.shelf',
    'shell.tabs.create',
  ])
  return { texts, title: title(text('card-files.import.title')) }
}

export const meta = pageMeta

/** Imports characters from files of other apps, or of this one. */
export default function ImportCharacterPage() {
  const text = useText()
  const locale = useLocale()
  const canPublish = useSiteConfig()?.publishing_enabled ?? true
  return (
    <>
      <Link className="crumb" to={pathTo('createSingle', locale)}>
        <Icon name="caret-left" size="small" mirror />
        {text('shell.tabs.create')}
      </Link>
      <header className="page-head">
        <h1 className="display">{text('card-files.import.title')}</h1>
        <p className="muted">{text('card-files.import.lead')}</p>
      </header>
      <ImportCharacters
        canPublish={canPublish}
        links={{
          card: (id) => pathTo('card', locale, { id }),
          edit: (id) => pathTo('createSingle', locale, {}, { id }),
        }}
      />
    </>
  )
}
