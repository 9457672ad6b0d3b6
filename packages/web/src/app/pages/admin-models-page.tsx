import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { AddConnection } from '../../features/admin/models/add-connection.tsx'
import { ConnectionDialog } from '../../features/admin/models/connection-dialog.tsx'
import { type ConnectionDraft, draftOf, newConnection, newModel } from '../../features/admin/models/connection-form.ts'
import { ConnectionList } from '../../features/admin/models/connection-list.tsx'
import { ModelDownloads } from '../../features/admin/models/downloads.tsx'
import { ServiceList } from '../../features/admin/models/service-list.tsx'
import { useText } from '../../i18n/use-text.ts'
import { useSession } from '../../session/session.tsx'
import { AdminFrame, NotAllowed } from '../admin/admin-frame.tsx'
import { deskData } from '../admin/desk-data.ts'
import { DESK_TEXTS } from '../admin/desk-sections.ts'
import { pageMeta } from '../page-meta.ts'
import { pageTools } from '../page-tools.ts'
import '../admin/admin.css'
import '../../features/admin/models/models.css'

export { PageError as ErrorBoundary } from '../page-error.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { context, text, texts, title } = pageTools(args, [...DESK_TEXTS, 'models'])
  const page = { texts, title: title(text('models.title')) }
  return deskData(context, page, async () => {
    const [connections, downloads, services] = await Promise.all([
      context.call('GET /api/admin/connections'),
      context.call('GET /api/admin/modelDownloads'),
      context.call('GET /api/admin/services'),
    ])
    return { connections, downloads, services }
  })
}

export const meta = pageMeta

/** Where the operator connects language models. */
export default function AdminModelsPage() {
  const { desk: models } = useLoaderData<typeof loader>()
  const { person } = useSession()
  const text = useText()
  const revalidator = useRevalidator()
  const [draft, setDraft] = useState<ConnectionDraft | null>(null)
  if (!models) return <NotAllowed />
  const { connections, downloads, services } = models
  const isDemo = connections.every(({ kind }) => kind === 'demo')
  const add = (changes: Partial<ConnectionDraft>) => setDraft(newConnection(changes, isDemo))
  const files = connections.filter(({ kind }) => kind === 'gguf').flatMap((one) => one.models.map(({ name }) => name))
  return (
    <AdminFrame email={person?.email ?? ''} current="admin-models">
      <header className="desk-head">
        <div>
          <h1 className="title-1">{text('models.title')}</h1>
          <p className="small muted">{text('models.lead')}</p>
        </div>
      </header>
      <section className="models-section">
        <h2 className="title-3">{text('models.connections.title')}</h2>
        {connections.length > 1 ? <p className="small muted">{text('models.connections.hint')}</p> : null}
        <ConnectionList
          connections={connections}
          onEdit={(connection) => setDraft(draftOf(connection))}
          onChanged={() => revalidator.revalidate()}
        />
      </section>
      <section className="models-section">
        <h2 className="title-3">{text('models.add.title')}</h2>
        <AddConnection connected={new Set(connections.flatMap(({ base_url }) => base_url ?? []))} onChoose={add} />
      </section>
      <section className="models-section">
        <h2 className="title-3">{text('models.downloads.title')}</h2>
        <p className="small muted">{text('models.downloads.hint')}</p>
        <ModelDownloads
          initial={downloads}
          connected={new Set(files)}
          onUse={(name) => add({ kind: 'gguf', name, models: [newModel(name)] })}
        />
      </section>
      <section className="models-section">
        <h2 className="title-3">{text('models.services.title')}</h2>
        <p className="small muted">{text('models.services.lead')}</p>
        <ServiceList services={services} onChanged={() => revalidator.revalidate()} />
      </section>
      {draft ? (
        <ConnectionDialog
          initial={draft}
          onClose={() => setDraft(null)}
          onSaved={() => {
            setDraft(null)
            void revalidator.revalidate()
          }}
        />
      ) : null}
    </AdminFrame>
  )
}
