import type { Locale } from '@everkin/contract/locales.ts'
import { parseBlocks } from './markdown-blocks.ts'
import { type Block, type Inline, plainText } from './markdown-types.ts'

/** What of a reply is said aloud: the words, without stage directions, code and rules. */
export function spokenWords(markdown: string): string {
  return plainText(spokenBlocks(parseBlocks(markdown)))
}

function spokenBlocks(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block): Block[] => {
    if (block.kind === 'code' || block.kind === 'rule') return []
    if (block.kind === 'quote') return [{ ...block, blocks: spokenBlocks(block.blocks) }]
    if (block.kind === 'list') return [{ ...block, items: block.items.map(spoken) }]
    return [{ ...block, children: spoken(block.children) }]
  })
}

function spoken(children: readonly Inline[]): Inline[] {
  return children.flatMap((part): Inline[] => {
    if (part.kind === 'action' || part.kind === 'code') return [{ kind: 'break' }]
    return [part.kind === 'strong' ? { ...part, children: spoken(part.children) } : part]
  })
}

/**
 * The language that words are in, by their script: a chat may go on in another than the page's. Among the languages
 * with Latin letters it is taken to be the page's own, else English.
 */
export function languageOfWords(words: string, pageLocale: Locale): Locale {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(words)) return 'ja'
  if (/\p{Script=Han}/u.test(words)) return pageLocale === 'ja' ? 'ja' : 'zh'
  if (/\p{Script=Arabic}/u.test(words)) return 'ar'
  return pageLocale === 'ja' || pageLocale === 'zh' || pageLocale === 'ar' ? 'en' : pageLocale
}
