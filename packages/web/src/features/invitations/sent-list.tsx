import type { ApiData } from '@everkin/contract/api-types.ts'
import { useDateTime } from '../../i18n/local-time.tsx'
import { useText } from '../../i18n/use-text.ts'
import { CharacterAvatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'

export type Sent = ApiData<'GET /api/invitation/list'>['list'][number]

/** The person's own invitations and their status; never who claimed one. */
export function SentList({ list, onInvite }: { list: Sent[]; onInvite: () => void }) {
  const text = useText()
  return (
    <section>
      <div className="shelf-head">
        <h2 className="title-2">{text('invitations.list.title')}</h2>
      </div>
      <div className="me-own">
        {list.length === 0 ? <p className="muted">{text('invitations.list.empty')}</p> : null}
        {list.length > 0 ? (
          <ul className="me-sent">
            {list.map((sent) => (
              <li key={sent.id}>
                <CharacterAvatar
                  url={sent.card?.avatar ?? null}
                  id={sent.card?.id ?? ''}
                  name={sent.card?.name ?? ''}
                  size="small"
                />
                <span>
                  <b>{sent.card ? <bdi>{sent.card.name}</bdi> : text('invitations.list.gone')}</b>
                  <span className="caption muted">
                    <State sent={sent} />
                  </span>
                </span>
              </li>
            ))}
          </ul>
        ) : null}
        <div className="me-own-ways">
          <Button onClick={onInvite}>{text('invitations.action')}</Button>
        </div>
      </div>
    </section>
  )
}

function State({ sent }: { sent: Sent }) {
  const text = useText()
  const date = useDateTime(sent.expires_at)
  if (sent.thanks)
    return text('invitations.list.thanked', {
      coins: text('wallet.coins', { count: sent.thanks.coin_num }),
      messages: text('wallet.messages', { count: sent.thanks.message_num }),
    })
  return text(`invitations.list.${sent.state}`, { date })
}
