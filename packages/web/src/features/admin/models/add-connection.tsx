import type { ApiData } from '@everkin/contract/api-types.ts'
import { useCallback, useEffect, useState } from 'react'
import { callApi } from '../../../api/client.ts'
import { useText } from '../../../i18n/use-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { type ConnectionDraft, newModel } from './connection-form.ts'
import { PROVIDERS } from './providers.ts'

type Server = ApiData<'GET /api/admin/modelServers'>[number]

interface AddConnectionProps {
  /** Addresses that are connected already. */
  connected: ReadonlySet<string>
  onChoose: (draft: Partial<ConnectionDraft>) => void
}

/** The ways to a new connection: a server on this machine, a provider with a key, any other address. */
export function AddConnection({ connected, onChoose }: AddConnectionProps) {
  const text = useText()
  return (
    <div className="add-connection">
      <FoundServers connected={connected} onChoose={onChoose} />
      <h3 className="small">{text('models.add.providers')}</h3>
      <div className="provider-tiles">
        {PROVIDERS.map((provider) => (
          <button
            key={provider.id}
            type="button"
            className="provider-tile"
            onClick={() => onChoose({ provider, name: provider.name, kind: provider.kind, baseUrl: provider.baseUrl })}
          >
            <span>
              <bdi>{provider.name}</bdi>
            </span>
          </button>
        ))}
        <button type="button" className="provider-tile" onClick={() => onChoose({})}>
          <span>{text('models.add.other')}</span>
          <small className="faint">{text('models.add.otherHint')}</small>
        </button>
      </div>
    </div>
  )
}

/** Servers that answer on this machine now, looked for when the page opens. */
function FoundServers({ connected, onChoose }: AddConnectionProps) {
  const text = useText()
  const [servers, setServers] = useState<Server[] | null>(null)
  const look = useCallback((signal?: AbortSignal) => {
    setServers(null)
    callApi('GET /api/admin/modelServers', { signal }).then(setServers, () => {
      if (!signal?.aborted) setServers([])
    })
  }, [])
  useEffect(() => {
    const abort = new AbortController()
    look(abort.signal)
    return () => abort.abort()
  }, [look])
  const others = servers?.filter(({ base_url }) => !connected.has(base_url)) ?? null

  return (
    <>
      <div className="found-head">
        <h3 className="small">{text('models.add.found')}</h3>
        <Button size="small" variant="ghost" busy={servers === null} onClick={() => look()}>
          <Icon name="arrow-clockwise" size="small" />
          {text('models.add.again')}
        </Button>
      </div>
      {others === null ? <p className="small muted">{text('models.add.searching')}</p> : null}
      {servers?.length === 0 ? <p className="small muted">{text('models.add.none')}</p> : null}
      {others?.map((server) => (
        <div key={server.base_url} className="desk-card found-server">
          <span>
            <bdi>{server.name}</bdi>
            <small className="faint" dir="auto">
              {server.models.slice(0, 3).join(', ')}
            </small>
          </span>
          <Button
            onClick={() =>
              onChoose({
                name: server.name,
                baseUrl: server.base_url,
                models: server.models.slice(0, 1).map((name) => newModel(name)),
              })
            }
          >
            {text('models.add.connect')}
          </Button>
        </div>
      ))}
    </>
  )
}
