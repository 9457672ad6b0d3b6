import { type Block, type Inline, plainText } from './ast.ts'

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
