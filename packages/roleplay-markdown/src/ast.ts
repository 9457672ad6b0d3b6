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

const LETTER = /\p{L}/u
/** What is left of a sentence when the stage direction before it is gone. */
const LEADING_MARKS = /^[\s,.;:!?…،؛؟。、！？]+/u

/**
 * The last thing that is said in a text, for a list: without stage directions, on one line. Of a text that only tells
 * what happens, all of its words; empty for a text without words.
 */
export function lastSpoken(blocks: readonly Block[]): string {
  const spoken = blocks.flatMap(spokenInBlock).map((part) => part.replace(LEADING_MARKS, ''))
  return spoken.findLast((part) => LETTER.test(part)) ?? plainText(blocks)
}

function spokenInBlock(block: Block): string[] {
  if (block.kind === 'list') return block.items.flatMap(spokenInLine)
  if (block.kind === 'quote') return block.blocks.flatMap(spokenInBlock)
  if (block.kind === 'code' || block.kind === 'rule') return []
  return spokenInLine(block.children)
}

/** The parts of a line between stage directions and line breaks. */
function spokenInLine(children: readonly Inline[]): string[] {
  const parts: Inline[][] = [[]]
  for (const child of children) {
    if (child.kind === 'action' || child.kind === 'break') parts.push([])
    else parts.at(-1)?.push(child)
  }
  return parts.map((part) => plainText([{ kind: 'paragraph', children: part }]))
}
