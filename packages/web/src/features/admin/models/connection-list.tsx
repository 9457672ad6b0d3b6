import type { Connection } from '@everkin/contract/types.ts'
import { useState } from 'react'
import { callApi } from '../../../api/client.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/use-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { MenuItem, PopoverMenu } from '../../../ui/popover-menu.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { useMutation } from '../../../ui/use-mutation.ts'
import { draftOf, saveBody } from './connection-form.ts'
import { hostOf } from './providers.ts'

interface ConnectionListProps {
  connections: Connection[]
  onEdit: (connection: Connection) => void
  /** Something was changed: the page asks the server again. */
  onChanged: () => Promise<void>
}

/** The connections in the order in which they are asked, each with its state. */
export function ConnectionList({ connections, onEdit, onChanged }: ConnectionListProps) {
  const text = useText()
  const toasts = useToast()
  const [leaving, setLeaving] = useState<Connection | null>(null)
  const own = connections.filter(({ from_environment }) => !from_environment)

  const change = useMutation(
    async (connection: Connection, changes: { enabled?: boolean; is_default?: boolean }) => {
      const draft = draftOf(connection)
      if (!draft) return
      await callApi('POST /api/admin/saveConnection', { body: { ...saveBody(draft), ...changes } })
      await onChanged()
    },
    { toastsErrors: true },
  )
  const move = useMutation(
    async (connection: Connection, by: -1 | 1) => {
      const ids = own.map(({ id }) => id)
      const at = ids.indexOf(connection.id)
      ids.splice(at, 1)
      ids.splice(at + by, 0, connection.id)
      await callApi('POST /api/admin/orderConnections', { body: { ids } })
      await onChanged()
    },
    { toastsErrors: true },
  )
  const remove = useMutation(
    async (connection: Connection) => {
      await callApi('POST /api/admin/deleteConnection', { body: { id: connection.id } })
      toasts.show(text('models.connections.deleted', { name: connection.name }))
      setLeaving(null)
      await onChanged()
    },
    { toastsErrors: true },
  )

  return (
    <>
      <ul className="connections">
        {connections.map((connection) => (
          <li key={connection.id} className="desk-card connection">
            <ConnectionFacts connection={connection} />
            {connection.from_environment ? null : (
              <PopoverMenu
                label={text('models.connections.options', { name: connection.name })}
                trigger={<Icon name="dots-three" />}
              >
                <MenuItem onSelect={() => onEdit(connection)}>{text('models.connections.edit')}</MenuItem>
                {connection.is_default || !connection.enabled ? null : (
                  <MenuItem onSelect={() => void change.run(connection, { is_default: true })}>
                    {text('models.connections.makeDefault')}
                  </MenuItem>
                )}
                {connection.id === own[0]?.id ? null : (
                  <MenuItem onSelect={() => void move.run(connection, -1)}>{text('models.connections.up')}</MenuItem>
                )}
                {connection.id === own.at(-1)?.id ? null : (
                  <MenuItem onSelect={() => void move.run(connection, 1)}>{text('models.connections.down')}</MenuItem>
                )}
                <MenuItem
                  onSelect={() =>
                    void change.run(connection, {
                      enabled: !connection.enabled,
                      ...(connection.enabled && { is_default: false }),
                    })
                  }
                >
                  {text(connection.enabled ? 'models.connections.turnOff' : 'models.connections.turnOn')}
                </MenuItem>
                <MenuItem danger onSelect={() => setLeaving(connection)}>
                  {text('models.connections.delete')}
                </MenuItem>
              </PopoverMenu>
            )}
          </li>
        ))}
      </ul>
      {leaving ? (
        <Dialog
          open
          kind="alert"
          narrow
          onClose={() => setLeaving(null)}
          title={text('models.connections.deleteAsk', { name: leaving.name })}
          description={text('models.connections.deleteHint')}
        >
          <div className="connection-actions">
            <Button data-first-focus onClick={() => setLeaving(null)}>
              {text('models.connections.keep')}
            </Button>
            <Button variant="danger" busy={remove.isBusy} onClick={() => void remove.run(leaving)}>
              {text('models.connections.delete')}
            </Button>
          </div>
        </Dialog>
      ) : null}
    </>
  )
}

/** The ids of connections that come from the server itself. */
const FIXED = ['environment', 'found', 'gguf', 'demo'] as const

function ConnectionFacts({ connection }: { connection: Connection }) {
  const text = useText()
  const format = useFormat()
  const { id, name, models, error, enabled, is_default, from_environment, base_url, kind } = connection
  const origin = FIXED.find((one) => from_environment && one === id)
  return (
    <div className="connection-facts">
      <h3>
        <bdi>{kind === 'demo' ? text('models.fixed.demo') : name}</bdi>
        {is_default ? <span className="connection-badge">{text('models.connections.default')}</span> : null}
      </h3>
      <p className="caption muted connection-line">
        <State connection={connection} />
        {kind === 'demo' || !origin ? null : <span>{text(`models.fixed.${origin}`)}</span>}
        {base_url ? <bdi dir="ltr">{hostOf(base_url)}</bdi> : null}
      </p>
      {error && enabled ? <p className="small connection-error">{error.text}</p> : null}
      {kind === 'demo' ? null : (
        <ul className="connection-models">
          {models.map((model) => (
            <li key={model.id}>
              <bdi>{model.name}</bdi>
              {model.context_tokens > 0 ? (
                <small className="faint figures">
                  {text('models.contextOf', { tokens: format.number(model.context_tokens) })}
                </small>
              ) : null}
              {model.access === 'everyone' ? null : (
                <small className="faint">{text(`models.model.${model.access}`)}</small>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function State({ connection: { state, enabled, kind } }: { connection: Connection }) {
  const text = useText()
  if (!enabled) return <span className="desk-status">{text('models.connections.off')}</span>
  if (kind === 'demo') return <span>{text('models.fixed.demoHint')}</span>
  const tone = { ok: ' desk-status-well', failing: ' desk-status-bad', untested: '' }[state]
  return (
    <span className={`desk-status${tone}`}>
      {state === 'untested' ? null : <Icon name={state === 'ok' ? 'check' : 'warning-circle'} size="tiny" />}
      {text(`models.state.${state}`)}
    </span>
  )
}
