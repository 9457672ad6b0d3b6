import type { Block, Inline } from '@everkin/roleplay-markdown'
import { memo, type ReactNode } from 'react'

/** A text with Markdown, as parsed. Each block is rendered again only when it is another object. */
export function BlockList({ blocks }: { blocks: readonly Block[] }): ReactNode {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of one text never move
    <BlockView key={index} block={block} />
  ))
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
