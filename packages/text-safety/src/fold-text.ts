/** Text as the rules read it: one spelling for every variant of a letter, with a mapping to the original offsets. */
export type FoldedText = {
  /** UTF-16 codes of the folded text; only the first `length` count. */
  codes: Uint16Array
  /** For each folded code, where the original character begins (UTF-16 offset). */
  starts: Int32Array
  /** For each folded code, where the original character ends (UTF-16 offset, exclusive). */
  ends: Int32Array
  length: number
}

const SPACE = 0x20
const FULL_STOP = 0x2e
const LETTER = 0x61
const NEXT_LINE = '\u0085'
const WORD = 1
const IDEOGRAPH = 2
const FOLD_CACHE_SIZE = 30_000

/** Letters of scripts that none of our languages uses (Cyrillic, Greek), and others, that look like Latin ones. */
const HOMOGLYPHS = new Map<string, string>(
  [
    ['аɑα', 'a'],
    ['вβ', 'b'],
    ['сϲ', 'c'],
    ['ԁđð', 'd'],
    ['еєε', 'e'],
    ['ɡ', 'g'],
    ['һн', 'h'],
    ['іıιɩ', 'i'],
    ['ј', 'j'],
    ['кκ', 'k'],
    ['ӏł', 'l'],
    ['мμ', 'm'],
    ['пη', 'n'],
    ['оοøσө', 'o'],
    ['рρ', 'p'],
    ['ԛ', 'q'],
    ['г', 'r'],
    ['ѕ', 's'],
    ['тτ', 't'],
    ['υ', 'u'],
    ['ѵν', 'v'],
    ['ԝωш', 'w'],
    ['хχ', 'x'],
    ['уγ', 'y'],
    ['æ', 'ae'],
    ['œ', 'oe'],
    ['ß', 'ss'],
    ['þ', 'th'],
    ['ٱ', 'ا'],
    ['ىی', 'ي'],
    ['ة', 'ه'],
    ['ک', 'ك'],
  ].flatMap(([from, to]) => [...from!].map((letter): [string, string] => [letter, to!])),
)

/** Traditional Chinese characters of the phrases, as their simplified ones; phrases of Japanese are folded too. */
const TRADITIONAL =
  '兩歲齡個滿還沒學級讀兒嬰寶紀蘿來樣體顏隊給電話繼姪為愛發關係黃說脫戀興奮調陰莖頭誘親熱談曖纏綿課醫護產書' +
  '麼釋適詢預錄騷擾別異歷決設隨創戰積極針對戲劇樂們時氣畫覺點畢業後彈殺該應結會開傷飯輕殘厭無辦圖紙帶強姦違' +
  '願經獸歡藥劑規槍擊鄰這張裡員聞鍵換臉偽傾訴跡勸讓媽識過蹤著摟緊離絨撫爺營長門蘭馬車樹鋼總當夠麗齒謊報虛稱' +
  '證義務階變聲濕褲誕寫蠟塗筆場輔輪連環繪搖籃燈間須壓績單導聽訣認簽監養軍訓堅禮諳雙鋪語術數轉問練冊測驗擬罰' +
  '樓鈴將駕買煙進網獨婦籌號飛機鐘孫慮紅領團鉛運動節宮補習師貼處妳國東見條斷難誰負擔從實貓'
const SIMPLIFIED =
  '两岁龄个满还没学级读儿婴宝纪萝来样体颜队给电话继侄为爱发关系黄说脱恋兴奋调阴茎头诱亲热谈暧缠绵课医护产书' +
  '么释适询预录骚扰别异历决设随创战积极针对戏剧乐们时气画觉点毕业后弹杀该应结会开伤饭轻残厌无办图纸带强奸违' +
  '愿经兽欢药剂规枪击邻这张里员闻键换脸伪倾诉迹劝让妈识过踪着搂紧离绒抚爷营长门兰马车树钢总当够丽齿谎报虚称' +
  '证义务阶变声湿裤诞写蜡涂笔场辅轮连环绘摇篮灯间须压绩单导听诀认签监养军训坚礼谙双铺语术数转问练册测验拟罚' +
  '楼铃将驾买烟进网独妇筹号飞机钟孙虑红领团铅运动节宫补习师贴处你国东见条断难谁负担从实猫'

for (const [index, character] of [...TRADITIONAL].entries()) HOMOGLYPHS.set(character, SIMPLIFIED[index]!)

const INVISIBLE = /[\p{Cf}\p{Cc}\u0640\u115f\u1160\u17b4\u17b5\u3164]|\p{Variation_Selector}/u
const KANA_VOICING = /[\u3099\u309a]/
const foldCache = new Map<number, string>()
const kindCache = new Uint8Array(0x10000).fill(255)

/** WORD for letters and digits written with word breaks, IDEOGRAPH for those written without, 0 for all else. */
export function characterKind(code: number): number {
  let kind = kindCache[code]!
  if (kind === 255) {
    const character = String.fromCharCode(code)
    if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]/u.test(character)) kind = IDEOGRAPH
    else kind = /[\p{L}\p{N}]/u.test(character) ? WORD : 0
    kindCache[code] = kind
  }
  return kind
}

/** True for a letter or digit of a script that separates its words. */
export const isWordCode = (code: number): boolean => characterKind(code) === WORD

function foldCharacter(character: string): string {
  const point = character.codePointAt(0)!
  if (point >= 0x1f1e6 && point <= 0x1f1ff) return String.fromCharCode(point - 0x1f1e6 + 97)
  if (KANA_VOICING.test(character)) return character
  if (INVISIBLE.test(character)) return character === NEXT_LINE ? ' ' : ''
  let folded = ''
  for (const part of character.normalize('NFKD').toLowerCase().normalize('NFKD')) {
    if (/\p{M}/u.test(part) && !KANA_VOICING.test(part)) continue
    folded += HOMOGLYPHS.get(part) ?? (/\p{Nd}/u.test(part) ? digitOf(part) : part)
  }
  return folded.normalize('NFC')
}

/** Decimal digits of every script are in runs of ten that begin with zero. */
function digitOf(digit: string): string {
  if (digit >= '0' && digit <= '9') return digit
  let point = digit.codePointAt(0)!
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(point - 1))) {
    point -= 1
    value += 1
  }
  return String(value)
}

function foldCached(point: number, character: string): string {
  const known = foldCache.get(point)
  if (known !== undefined) return known
  const folded = foldCharacter(character)
  if (foldCache.size < FOLD_CACHE_SIZE) foldCache.set(point, folded)
  return folded
}

/** Folded text while it is written. It may be emptied and written again, which saves its three arrays. */
export class FoldedTextWriter implements FoldedText {
  codes: Uint16Array
  starts: Int32Array
  ends: Int32Array
  length = 0
  /** What is assumed to follow the text: a letter if the text may continue. */
  readonly afterText: number

  constructor(capacity: number, afterText: number) {
    this.afterText = afterText
    this.codes = new Uint16Array(capacity)
    this.starts = new Int32Array(capacity)
    this.ends = new Int32Array(capacity)
  }

  /** For texts of any length. */
  static empty(mayContinue: boolean): FoldedTextWriter {
    return new FoldedTextWriter(MIN_CAPACITY, mayContinue ? LETTER : SPACE)
  }

  clear(): this {
    this.length = 0
    if (this.codes.length > MAX_KEPT_LENGTH) this.allocate(MAX_KEPT_LENGTH)
    return this
  }

  put(code: number, start: number, end: number): void {
    if (this.length === this.codes.length) this.grow()
    this.codes[this.length] = code
    this.starts[this.length] = start
    this.ends[this.length] = end
    this.length += 1
  }

  private grow(): void {
    const { codes, starts, ends } = this
    this.allocate(codes.length * 2 + MIN_CAPACITY)
    this.codes.set(codes)
    this.starts.set(starts)
    this.ends.set(ends)
  }

  private allocate(capacity: number): void {
    this.codes = new Uint16Array(capacity)
    this.starts = new Int32Array(capacity)
    this.ends = new Int32Array(capacity)
  }
}

const MIN_CAPACITY = 16
/** A writer that is used again keeps arrays up to this length. */
const MAX_KEPT_LENGTH = 4_096

const isApostrophe = (code: number) => code === 0x27 || code === 0x2019 || code === 0x02bc || code === 0xff07
const isSentenceEnd = (code: number) =>
  code === FULL_STOP || code === 0x21 || code === 0x3f || code === 0x3002 || code === 0x061f || code === 0x06d4

/**
 * An elided French article or pronoun is a word of its own (l’enfant); an English contraction is one word (don’t, I’m).
 */
function splitsAtApostrophe(writer: FoldedTextWriter): boolean {
  let begin = writer.length
  while (begin > 0 && isWordCode(writer.codes[begin - 1]!)) begin -= 1
  const size = writer.length - begin
  if (size === 1) return writer.codes[begin] !== 0x69
  return size === 2 && writer.codes[begin] === 0x71 && writer.codes[begin + 1] === 0x75
}

function putSeparator(writer: FoldedTextWriter, text: string, code: number, start: number, end: number): void {
  const next = end < text.length ? text.charCodeAt(end) : writer.afterText
  // A full stop inside a word (s.e.x, kill.myself) is no sentence end; one before a space or an ideograph is.
  const ends = isSentenceEnd(code) && !isWordCode(next)
  const last = writer.length - 1
  if (last >= 0 && writer.codes[last] === SPACE) {
    if (ends) writer.codes[last] = FULL_STOP
    writer.ends[last] = end
  } else if (last >= 0 && writer.codes[last] === FULL_STOP) {
    writer.ends[last] = end
  } else {
    writer.put(ends ? FULL_STOP : SPACE, start, end)
  }
}

/**
 * The text in the normal form of the rules: NFKC, lower case, no diacritics, no invisible characters, look-alike
 * letters as Latin ones, digits of every script as 0–9, every run of separators as one space or full stop. Linear time.
 * With `growing` a full stop at the very end is not yet a sentence end.
 * @param writer an empty one, to be written instead of a new one.
 */
export function foldText(
  text: string,
  growing = false,
  writer = new FoldedTextWriter(text.length + MIN_CAPACITY, growing ? LETTER : SPACE),
): FoldedText {
  for (let index = 0; index < text.length; ) {
    const code = text.charCodeAt(index)
    if (code < 0x80) {
      foldAscii(writer, text, code, index)
      index += 1
      continue
    }
    const point = text.codePointAt(index)!
    const end = index + (point > 0xffff ? 2 : 1)
    if (isApostrophe(code)) foldAscii(writer, text, 0x27, index)
    else foldNonAscii(writer, text, point, index, end)
    index = end
  }
  return writer
}

function foldAscii(writer: FoldedTextWriter, text: string, code: number, index: number): void {
  if (code >= 0x61 && code <= 0x7a) writer.put(code, index, index + 1)
  else if (code >= 0x41 && code <= 0x5a) writer.put(code + 32, index, index + 1)
  else if ((code >= 0x30 && code <= 0x39) || code === 0x5b || code === 0x5d) writer.put(code, index, index + 1)
  else if (code === 0x27 && writer.length > 0 && isWordCode(writer.codes[writer.length - 1]!)) {
    if (splitsAtApostrophe(writer)) putSeparator(writer, text, SPACE, index, index + 1)
  } else if (code >= 0x20 || (code >= 9 && code <= 13)) putSeparator(writer, text, code, index, index + 1)
}

function foldNonAscii(writer: FoldedTextWriter, text: string, point: number, start: number, end: number): void {
  const folded = foldCached(point, text.slice(start, end))
  for (let part = 0; part < folded.length; part += 1) {
    const code = folded.charCodeAt(part)
    if (code === 0x3099 || code === 0x309a) composeVoicing(writer, code, end)
    else if (characterKind(code) !== 0) writer.put(code, start, end)
    else putSeparator(writer, text, code, start, end)
  }
}

/** か followed by a combining voicing mark is が, however it was typed. */
function composeVoicing(writer: FoldedTextWriter, mark: number, end: number): void {
  const last = writer.length - 1
  if (last < 0) return
  const composed = String.fromCharCode(writer.codes[last]!, mark).normalize('NFC')
  if (composed.length !== 1) return
  writer.codes[last] = composed.charCodeAt(0)
  writer.ends[last] = end
}

/** Folded text as a string, for phrases of the lexicon and for tests. */
export function foldedString(folded: FoldedText): string {
  let result = ''
  for (let index = 0; index < folded.length; index += 1) result += String.fromCharCode(folded.codes[index]!)
  return result
}
