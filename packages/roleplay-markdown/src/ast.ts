/** What a message's text may become: a closed set of inert shapes, none of which can load or run anything. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'break' }
  | { kind: 'code'; text: string }
  /** Stage directions: *text* or _text_. */
  | { kind: 'action'; children: Inline[] }
  | { kind: 'strong'; children: Inline[] }
  /** Always http or https; the host is shown beside the words, so that they can not pass for another address. */
  | { kind: 'link'; href: string; host: string; text: string }

export type Block =
  | { kind: 'paragraph'; children: Inline[] }
  | { kind: 'heading'; children: Inline[] }
  | { kind: 'list'; start: number | null; items: Inline[][] }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'rule' }

/** The words alone, as a screen reader announces them: no marks, one space between blocks. */
export function plainText(blocks: readonly Block[]): string {
  return blocks.map(blockText).join(' ').replaceAll(/\s+/g, ' ').trim()
}

function blockText(block: Block): string {
  if (block.kind === 'list') return block.items.map(inlineText).join(' ')
  if (block.kind === 'quote') return plainText(block.blocks)
  if (block.kind === 'code') return block.text
  return block.kind === 'rule' ? '' : inlineText(block.children)
}

function inlineText(children: readonly Inline[]): string {
  return children
    .map((part) => {
      if (part.kind === 'break') return ' '
      return 'children' in part ? inlineText(part.children) : part.text
    })
    .join('')
}
