import { foldName } from './fold-name.ts'
import { isTitle, nameParts } from './name-parts.ts'

const NO_SPACES = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

/** Chinese family names that are common enough to tell a given name by what follows them. */
const FAMILY_NAMES = new Set(
  '王李张張刘劉陈陳杨楊赵趙黄黃周吴吳徐孙孫胡朱高林何郭马馬罗羅梁宋郑鄭谢謝韩韓唐冯馮于董萧蕭程曹袁邓鄧许許傅沈曾彭吕呂苏蘇卢盧蒋蔣蔡贾賈丁魏薛叶葉阎閻余潘杜戴夏钟鍾汪田任姜范方石姚谭譚廖邹鄒熊金陆陸郝孔白崔康毛邱秦江史顾顧侯邵孟龙龍万萬段雷钱錢汤湯尹黎易常武乔喬贺賀赖賴龚龔文',
)

/** Whether words of this text stand without spaces between them, so that it has to be looked for anywhere. */
export function isUnspaced(folded: string): boolean {
  return NO_SPACES.test(folded)
}

/** The words of a text that is folded already: letters, marks and digits that stand together. */
export function plainWords(folded: string): string[] {
  return folded.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

/**
 * The ways in which one is called: each name whole, without titles, and by its first and its last part; folded, their
 * words joined by a blank. A name of nothing but titles (“The Captain”) is called by the last.
 */
export function nameForms(names: readonly string[]): string[] {
  const forms = new Set<string>()
  for (const parts of names.flatMap(nameParts)) {
    addForm(forms, parts.join(' '))
    const own = parts.filter((part) => !isTitle(part))
    if (own.length === 0) addForm(forms, parts.at(-1)!) // there is one
    addForm(forms, own.join(' '))
    for (const part of own.length > 2 ? [own[0]!, own.at(-1)!] : own) addPart(forms, part)
    if (own.length === 1) addGivenName(forms, own[0]!)
  }
  return [...forms]
}

function addPart(forms: Set<string>, part: string): void {
  addForm(forms, part)
  const words = plainWords(part)
  while (words.length > 1 && isTitle(words[0]!)) words.shift() // “al-Hadid” is called Hadid as well
  while (words.length > 1 && isTitle(words.at(-1)!)) words.pop() // and “Vesper-9” Vesper
  addForm(forms, words.join(' '))
}

/** Where family and given name stand together, one tells them apart by a known family name, or by two and two. */
function addGivenName(forms: Set<string>, name: string): void {
  if (/^\p{sc=Han}{3}$/u.test(name) && FAMILY_NAMES.has(name[0]!)) addForm(forms, name.slice(1))
  if (!/^\p{sc=Han}{4}$/u.test(name)) return
  addForm(forms, name.slice(0, 2))
  addForm(forms, name.slice(2))
}

function addForm(forms: Set<string>, text: string): void {
  const form = plainWords(foldName(text)).join(' ')
  // One letter stands in any text; one Chinese character in any word.
  if ([...form].length > 1) forms.add(form)
}
