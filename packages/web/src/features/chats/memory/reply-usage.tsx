import type { ApiData } from '@everkin/contract/api-types.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { callApi } from '../../../api/client.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/use-text.ts'

const SHORTEST_SHOWN_MS = 100

type Usage = ApiData<'GET /api/chat/usage'>

/** Model usage of a reply and of its whole chat; nothing until it is loaded, and where nothing is known. */
export function ReplyUsage({ chatId, messageId }: { chatId: string; messageId: string }) {
  const text = useText()
  const usage = useUsage(chatId, messageId)
  if (!usage || usage.chat.requests === 0) return null
  return (
    <section className="reply-usage">
      <h3 className="title-3">{text('chats.usage.title')}</h3>
      {usage.reply ? <ReplyFacts {...usage.reply} /> : <p className="small muted">{text('chats.usage.unknown')}</p>}
      <ChatFacts chat={usage.chat} />
    </section>
  )
}

function ReplyFacts({ usage, costs }: NonNullable<Usage['reply']>) {
  const text = useText()
  const format = useFormat()
  const tokens = (count: number) => text('chats.usage.tokens', { count })
  const cached =
    usage.cached_tokens === null || usage.prompt_tokens === 0 ? null : usage.cached_tokens / usage.prompt_tokens
  return (
    <>
      <dl className="reply-usage-facts">
        <Fact name={text('chats.usage.model')}>
          <bdi>{usage.model}</bdi>
        </Fact>
        <Fact name={text('chats.usage.prompt')}>{tokens(usage.prompt_tokens)}</Fact>
        {cached === null ? null : <Fact name={text('chats.usage.cached')}>{format.percent(cached)}</Fact>}
        <Fact name={text('chats.usage.reply')}>{tokens(usage.reply_tokens)}</Fact>
        {usage.reasoning_tokens === null ? null : (
          <Fact name={text('chats.usage.reasoning')}>{tokens(usage.reasoning_tokens)}</Fact>
        )}
        <Fact name={text('chats.usage.firstWord')}>
          {usage.first_token_ms < SHORTEST_SHOWN_MS
            ? text('chats.usage.under', { time: format.duration(SHORTEST_SHOWN_MS, true) })
            : format.duration(usage.first_token_ms, true)}
        </Fact>
        {usage.tokens_per_second === null ? null : (
          <Fact name={text('chats.usage.speed')}>
            {text('chats.usage.perSecond', { rate: format.number(usage.tokens_per_second) })}
          </Fact>
        )}
        <CostFact costs={costs} />
      </dl>
      {usage.estimated ? <p className="caption muted">{text('chats.usage.estimated')}</p> : null}
    </>
  )
}

function ChatFacts({ chat }: { chat: Usage['chat'] }) {
  const text = useText()
  return (
    <>
      <h4 className="caption muted">{text('chats.usage.wholeChat')}</h4>
      <dl className="reply-usage-facts">
        <Fact name={text('chats.usage.prompt')}>{text('chats.usage.tokens', { count: chat.prompt_tokens })}</Fact>
        <Fact name={text('chats.usage.reply')}>{text('chats.usage.tokens', { count: chat.reply_tokens })}</Fact>
        <CostFact costs={chat.costs} />
      </dl>
    </>
  )
}

/** Nothing where there is no price, or where it is not for this person. */
function CostFact({ costs }: { costs: Usage['chat']['costs'] }) {
  const text = useText()
  const format = useFormat()
  if (!costs || costs.length === 0) return null
  const amounts = costs.map(({ micros, currency }) => format.cost(micros, currency))
  return <Fact name={text('chats.usage.cost')}>{format.list(amounts)}</Fact>
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="figures">{children}</dd>
    </div>
  )
}

function useUsage(chatId: string, messageId: string): Usage | null {
  const [usage, setUsage] = useState<Usage | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    setUsage(null)
    // The panel is about something else: without its figures it is still whole.
    callApi('GET /api/chat/usage', {
      query: { chat_id: chatId, message_id: messageId },
      signal: abort.signal,
    }).then(setUsage, () => undefined)
    return () => abort.abort()
  }, [chatId, messageId])
  return usage
}
