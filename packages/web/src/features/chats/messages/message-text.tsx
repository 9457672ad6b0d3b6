import { MarkdownStreamParser, parseBlocks } from '@everkin/roleplay-markdown'
import { memo, useMemo, useState } from 'react'
import { BlockList } from '../../../ui/markdown-blocks.tsx'
import type { OpenChat } from '../realtime/open-chat.ts'
import { useStreamingText } from './use-message.ts'

/** A text that no longer changes, parsed once; `isCut` if it was stopped in the middle. */
export const MessageText = memo(function MessageText({ text, isCut = false }: { text: string; isCut?: boolean }) {
  const blocks = useMemo(() => parseBlocks(text, isCut), [text, isCut])
  return <BlockList blocks={blocks} />
})

/** A streaming text: finished blocks are memoised, only the open one is rendered again, with the caret after it. */
export function StreamingText({ chat, id }: { chat: OpenChat; id: string }) {
  const text = useStreamingText(chat, id)
  const [stream] = useState(() => new MarkdownStreamParser())
  const blocks = useMemo(() => {
    const { finished, rest } = stream.read(text)
    return [...finished, ...parseBlocks(rest, true, finished)]
  }, [stream, text])
  return (
    <div className="words-growing">
      <BlockList blocks={blocks} />
    </div>
  )
}
