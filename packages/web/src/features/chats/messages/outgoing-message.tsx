import { errorNameOf } from '@everkin/contract/errors.ts'
import { Link } from 'react-router'
import { sentenceGap } from '../../../i18n/format.ts'
import { useLocale, useText } from '../../../i18n/use-text.ts'
import { useOnline } from '../../../lib/browser-state.ts'
import { stoppedText } from '../../../lib/stopped-text.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useConversation } from '../context/conversation-context.ts'
import type { OutboxEntry, OutboxItem } from '../realtime/outbox-store.ts'
import { MessageText } from './message-text.tsx'

interface OutgoingMessageProps {
  entry: OutboxEntry
  /** Takes the message back into the composer. */
  onEdit: (item: OutboxItem) => void
}

/** A pending message: why it waits or failed, and what can be done about it. Its text is never lost. */
export function OutgoingMessage({ entry, onEdit }: OutgoingMessageProps) {
  const { item, state } = entry
  const { chat, links, openCheckin } = useConversation()
  const text = useText()
  const locale = useLocale()
  const isOnline = useOnline()
  const { failure } = item
  const isTooOld = failure?.kind === 'too-old'
  const isStopped = failure?.kind === 'refused' && errorNameOf(failure.code) === 'SafetyStop'
  const isOutOfMessages = failure?.kind === 'refused' && errorNameOf(failure.code) === 'NoMessagesLeft'
  return (
    <article className="message message-mine" data-outgoing={state}>
      <p className="visually-hidden">{text('chats.log.you')}</p>
      <div className="message-column">
        {item.pictures ? (
          <p className="outgoing-pictures">
            {item.pictures.map(({ id, thumbnail }) => (
              <img key={id} src={thumbnail} alt={text('chats.pictures.own')} />
            ))}
          </p>
        ) : null}
        {item.text !== '' ? (
          <div className="bubble">
            <div className="words" dir="auto">
              <MessageText text={item.text} />
            </div>
          </div>
        ) : null}
        {failure ? (
          <div className="outgoing-failed" role="alert">
            <p className="message-mark message-mark-bad">
              <Icon name="warning-circle" size="tiny" />
              <span>
                {failure.kind === 'too-old'
                  ? text('chats.outbox.tooOld')
                  : (isStopped ? '' : text('chats.outbox.failed') + sentenceGap(locale)) + failure.reason}
                {isOutOfMessages && openCheckin ? sentenceGap(locale) + text('chats.allowance.outHint') : null}
              </span>
            </p>
            {isOutOfMessages && (openCheckin || links.price !== null) ? (
              <p className="outgoing-choices">
                {openCheckin ? (
                  <button type="button" className="text-button" aria-haspopup="dialog" onClick={openCheckin}>
                    {text('rewards.checkin.action')}
                  </button>
                ) : null}
                {links.price === null ? null : (
                  <>
                    <Link className="text-button" to={`${links.price}#messages`}>
                      {text('chats.allowance.getMessages')}
                    </Link>
                    <Link className="text-button" to={`${links.price}#membership`}>
                      {text('chats.allowance.seeMembership')}
                    </Link>
                  </>
                )}
              </p>
            ) : null}
            <p className="outgoing-choices">
              <button type="button" className="text-button" onClick={() => chat.outbox.retry(item.client_id)}>
                {text(isTooOld ? 'chats.composer.send' : 'shell.actions.retry')}
              </button>
              <button
                type="button"
                className="text-button"
                onClick={() => {
                  const discarded = chat.outbox.discard(item.client_id)
                  if (discarded) onEdit(discarded)
                }}
              >
                {text('shell.actions.edit')}
              </button>
              {isStopped && links.decisions ? (
                <Link
                  className="text-button"
                  to={links.decisions}
                  onClick={() => {
                    const body = { chat_id: item.chat_id, text: item.text }
                    stoppedText.set({ call: 'message.send', body, message: '' })
                  }}
                >
                  {text('moderation.notices.answer')}
                </Link>
              ) : null}
              <button type="button" className="text-button" onClick={() => chat.outbox.discard(item.client_id)}>
                {text('chats.outbox.discard')}
              </button>
            </p>
          </div>
        ) : (
          <p className="message-mark">
            <Icon name="clock" size="tiny" />
            {text(state === 'sending' && isOnline ? 'chats.outbox.sending' : 'chats.outbox.waiting')}
          </p>
        )}
      </div>
    </article>
  )
}
