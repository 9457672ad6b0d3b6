import { detectLanguage, languageOfScript } from './detect-language.ts'
import type { Locale } from './locales.ts'

/**
 * The spoken part of a message: its words, a line per block, without actions between asterisks or underscores, code,
 * URLs, emoji and Markdown markup. Pure, and the same for the server and for the device's own voices.
 */
export function speakableText(markdown: string): string {
  const lines = withoutCodeBlocks(markdown.replaceAll('\r\n', '\n').replaceAll('＊', '*')).split('\n')
  const blocks: string[] = ['']
  for (const line of lines) {
    const { words, isOwnBlock } = withoutBlockMarks(line)
    if (isOwnBlock || words === '') blocks.push('')
    blocks[blocks.length - 1] += `${words}\n`
  }
  return blocks
    .map(speakableInline)
    .filter((words) => /[\p{L}\p{N}]/u.test(words))
    .join('\n')
}

/** An unclosed fence extends to the end, as in the displayed text. */
function withoutCodeBlocks(text: string): string {
  const kept: string[] = []
  let fence: string | null = null
  for (const line of text.split('\n')) {
    const mark = /^\s{0,3}(```+|~~~+)/.exec(line)?.[1]
    if (fence === null && mark) fence = mark
    else if (fence !== null && mark?.startsWith(fence)) fence = null
    else if (fence === null) kept.push(line)
    if (mark) kept.push('')
  }
  return kept.join('\n')
}

function withoutBlockMarks(line: string): { words: string; isOwnBlock: boolean } {
  const quoted = line.replace(/^\s*(?:>\s?)+/, '')
  if (/^\s*([-*_])(?:\s*\1){2,}\s*$/.test(quoted)) return { words: '', isOwnBlock: true }
  const words = quoted.replace(/^\s*(?:#{1,6}\s+|[-+*]\s+|\d{1,9}[.)]\s+)/, '').trim()
  return { words, isOwnBlock: words !== quoted.trim() }
}

const ACTION_IN_STARS = /(?<!\*)\*(?![*\s])([^*]*[^*\s])\*(?!\*)/g
const ACTION_IN_LINES = /(?<![\p{L}\p{N}_])_(?![_\s])([^_]*[^_\s])_(?![\p{L}\p{N}_])/gu
const EMOJI = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u{fe0f}|\u{20e3})\u{200d}?/gu
const DIRECTION_MARKS = /[\u{200e}\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}]/gu
/** Stands for an escaped mark, so that it is not treated as markup; never part of the input. */
const ESCAPED = '\ue000'

function speakableInline(block: string): string {
  return block
    .replaceAll(ESCAPED, '')
    .replace(/\\[*_`#~]/g, ESCAPED)
    .replace(/`+[^`]*`+/g, ' ')
    .replace(/!\[[^\]]*\]\([^)]*\)/g, ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<\/?[a-z][^>]*>/gi, ' ')
    .replace(/https?:\/\/\S+/gi, ' ')
    .replace(/\*{3}(?=\S)[^*]+\*{3}|_{3}(?=\S)[^_]+_{3}/g, ' ')
    .replace(/\*\*(?=\S)((?:[^*]|\*(?!\*))*?[^*\s]\*?)\*\*/g, '$1')
    .replace(/__(?=\S)([^_]+)__/g, '$1')
    .replace(ACTION_IN_STARS, ' ')
    .replace(ACTION_IN_LINES, ' ')
    .replace(/[*`~\ue000]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')
    .replace(EMOJI, ' ')
    .replace(DIRECTION_MARKS, '')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;!?…،؛؟。、！？])/g, '')
    .trim()
}

/** The finished sentences of a text that is still being written, as far as can be told; '' when there is none. */
export function finishedSentences(text: string): string {
  let end = 0
  for (const match of text.matchAll(/[.!?…؟](?=["'”’»)*_]*\s)["'”’»)*_]*|[。！？]["”’」』）*_]*|\n+/gu))
    end = match.index + match[0].length
  const finished = text.slice(0, end)
  // An unfinished action must not be read as speech.
  const open = (finished.match(/(?<!\\)\*/g) ?? []).length % 2 === 1 ? finished.lastIndexOf('*') : finished.length
  return finished.slice(0, open)
}

/**
 * The language in which a text is read aloud or dictated, by its script and its words, because a chat may switch
 * languages. Where the words of a text in Latin letters do not decide, it is `fallback`, the language of the
 * conversation, if that is written in Latin letters, else English.
 */
export function spokenLanguage(words: string, fallback: Locale): Locale {
  const isLatin = fallback !== 'ja' && fallback !== 'zh' && fallback !== 'ar'
  return languageOfScript(words, fallback) ?? detectLanguage(words) ?? (isLatin ? fallback : 'en')
}
