import { type Block, type Inline, MarkdownStreamParser, parseBlocks } from '@everkin/roleplay-markdown'
import { memo, type ReactNode, useMemo, useState } from 'react'
import type { OpenChat } from '../realtime/open-chat.ts'
import { useStreamingText } from './use-message.ts'

/** A text that no longer changes, parsed once; `isCut` if it was stopped in the middle. */
export const MessageText = memo(function MessageWords({ text, isCut = false }: { text: string; isCut?: boolean }) {
  const blocks = useMemo(() => parseBlocks(text, isCut), [text, isCut])
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of one text never move
    <BlockView key={index} block={block} />
  ))
})

/** A streaming text: finished blocks are memoised, only the open one is rendered again, with the caret after it. */
export function StreamingText({ chat, id }: { chat: OpenChat; id: string }) {
  const text = useStreamingText(chat, id)
  const [stream] = useState(() => new MarkdownStreamParser())
  const blocks = useMemo(() => {
    const { finished, rest } = stream.read(text)
    return [...finished, ...parseBlocks(rest, true)]
  }, [stream, text])
  return (
    <div className="words-growing">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of one text never move
        <BlockView key={index} block={block} />
      ))}
    </div>
  )
}

const BlockView = memo(function BlockWords({ block }: { block: Block }): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return <p>{renderInline(block.children, true)}</p>
    case 'heading':
      return <p className="words-heading">{renderInline(block.children)}</p>
    case 'quote':
      return (
        <blockquote>
          {block.blocks.map((inner, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of one text never move
            <BlockWords key={index} block={inner} />
          ))}
        </blockquote>
      )
    case 'code':
      return (
        <pre dir="ltr">
          <code>{block.text}</code>
        </pre>
      )
    case 'list': {
      // biome-ignore lint/suspicious/noArrayIndexKey: the items of one list never move
      const items = block.items.map((item, index) => <li key={index}>{renderInline(item)}</li>)
      return block.start === null ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>
    }
    case 'rule':
      return <hr />
  }
})

/** A paragraph; a stage direction that opens it and is followed by other text is put on a separate line. */
function renderInline(children: readonly Inline[], isParagraph = false): ReactNode {
  return children.map((part, index) => {
    const opensParagraph = isParagraph && index === 0 && children.length > 1 && children[1]?.kind !== 'break'
    const isAfterLine = isParagraph && index === 1 && children[0]?.kind === 'action'
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
    return <InlineView key={index} part={part} isOwnLine={opensParagraph} isAfterLine={isAfterLine} />
  })
}

interface InlineViewProps {
  part: Inline
  isOwnLine: boolean
  isAfterLine: boolean
}

function InlineView({ part, isOwnLine, isAfterLine }: InlineViewProps): ReactNode {
  switch (part.kind) {
    case 'text':
      return isAfterLine ? part.text.trimStart() : part.text
    case 'break':
      return <br />
    case 'code':
      return <code dir="ltr">{part.text}</code>
    case 'strong':
      return <strong>{renderInline(part.children)}</strong>
    case 'action':
      return <em className={isOwnLine ? 'action-line' : undefined}>{renderInline(part.children)}</em>
    case 'link':
      return (
        <>
          <a className="text-link" href={part.href} target="_blank" rel="noopener noreferrer nofollow">
            <bdi>{part.text}</bdi>
          </a>
          {part.text.includes(`//${part.host}`) ? null : <bdi className="link-host"> ({part.host})</bdi>}
        </>
      )
  }
}
