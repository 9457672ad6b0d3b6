/**
 * The form of a text in which names are compared. Compatibility forms, case, accents and Arabic vowel marks make no
 * difference. Kana keep their voicing marks, and ى stays different from ي, since “on” must not match “Ali”. The result
 * is decomposed, so that folding a prefix gives a prefix of the folded text.
 */
export function foldLoose(text: string): string {
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replaceAll('ة', 'ه')
    .toUpperCase() // ß and ſ get their plain form only this way
    .toLowerCase()
    .replaceAll('ς', 'σ')
}

/** Like `foldLoose`, but with decomposed letters composed again: the form in which whole words are compared. */
export function foldName(text: string): string {
  return foldLoose(text).normalize('NFC')
}

/** Latin, Greek and Cyrillic accents; Arabic vowel marks, hamza signs and the tatweel. */
const MARKS = /[\u0300-\u036f\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u0640]/g

/** Words before, after or within a name that do not identify anybody by themselves; folded. */
const TITLES = new Set(
  `mr mrs ms miss mx sir lady lord dame dr doctor prof professor captain cpt capt sergeant sgt detective inspector
  father mother sister brother saint st king queen prince princess agent officer aunt uncle the a an of and
  herr frau doktor kapitan kapitanin professorin schwester bruder von vom zu zur der die das den
  monsieur madame mademoiselle mme mlle m docteur docteure capitaine soeur frere le la les l de du des d et
  senor senora senorita sr sra srta don dona capitan capitana doctora el los las del y
  senhor senhora doutor doutora capitao capita o os as do da dos das e
  al ibn bin bint abu umm van ter ten di della degli
  السيد السيدة الدكتور الدكتورة دكتور دكتورة د الأستاذ الأستاذة القبطان القبطانة الكابتن ابن بن بنت أبو أم دي
  博士 教授 先生 女士 小姐 船长 船長 医生 医師 さん ちゃん 様 君 氏 デ アル ラ キャプテン ドクター`
    .split(/\s+/)
    .map(foldName),
)

/** Titles and numbers that follow a name without a blank. */
const UNSPACED_END =
  /^(.*[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー])(博士|教授|先生|女士|小姐|船长|船長|医生|医師|さん|ちゃん|様|氏|[一二三四五六七八九十百\p{N}]+[号號]?)$/u

/** Whether a part of a name is a title, a particle or a number. */
export function isTitle(part: string): boolean {
  return (
    TITLES.has(foldName(part).replace(/\.$/, '')) ||
    /^[一二三四五六七八九十百\p{N}]*\p{N}[号號]?$|^[一二三四五六七八九十百]+[号號]$/u.test(part)
  )
}

/**
 * The names within one name, each split into its parts as written: “陳 梅（メイ・チェン）” contains two, “フリース船長” is one name of
 * two parts.
 */
export function nameParts(name: string): string[][] {
  const plain = name.normalize('NFKC').replace(/[\p{Cc}\p{Cf}]/gu, '')
  const inBrackets = [...plain.matchAll(/\(([^()]+)\)/g)].map(([, inner = '']) => inner)
  return [plain.replace(/\([^()]*\)/g, ' '), ...inBrackets]
    .map((one) => one.split(/[\s·・‧=＝,、，]+/u).flatMap((part) => UNSPACED_END.exec(part)?.slice(1) ?? [part]))
    .map((parts) => parts.filter((part) => /[\p{L}\p{N}]/u.test(part)))
    .filter((parts) => parts.length > 0)
}

const NO_SPACES = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

/** Chinese family names common enough to recognise the given name after them. */
const FAMILY_NAMES = new Set(
  '王李张張刘劉陈陳杨楊赵趙黄黃周吴吳徐孙孫胡朱高林何郭马馬罗羅梁宋郑鄭谢謝韩韓唐冯馮于董萧蕭程曹袁邓鄧许許傅沈曾彭吕呂苏蘇卢盧蒋蔣蔡贾賈丁魏薛叶葉阎閻余潘杜戴夏钟鍾汪田任姜范方石姚谭譚廖邹鄒熊金陆陸郝孔白崔康毛邱秦江史顾顧侯邵孟龙龍万萬段雷钱錢汤湯尹黎易常武乔喬贺賀赖賴龚龔文',
)

/** Whether the words of this text are written without spaces, so that it must be searched anywhere. */
export function isUnspaced(folded: string): boolean {
  return NO_SPACES.test(folded)
}

/** The words of a folded text: runs of letters, marks and digits. */
export function plainWords(folded: string): string[] {
  return folded.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

/**
 * The forms by which someone can be called: each name whole, without titles, and by its first and last part; folded,
 * with words joined by a blank. A name made only of titles (“The Captain”) is called by the last of them.
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
  while (words.length > 1 && isTitle(words[0]!)) words.shift() // “al-Hadid” is also called “Hadid”
  while (words.length > 1 && isTitle(words.at(-1)!)) words.pop() // and “Vesper-9” is also called “Vesper”
  addForm(forms, words.join(' '))
}

/**
 * Adds the given name of a Chinese name written without a space: what follows a known one-character family name, or,
 * for four characters, each half.
 */
function addGivenName(forms: Set<string>, name: string): void {
  if (/^\p{sc=Han}{3}$/u.test(name) && FAMILY_NAMES.has(name[0]!)) addForm(forms, name.slice(1))
  if (!/^\p{sc=Han}{4}$/u.test(name)) return
  addForm(forms, name.slice(0, 2))
  addForm(forms, name.slice(2))
}

function addForm(forms: Set<string>, text: string): void {
  const form = plainWords(foldName(text)).join(' ')
  // One letter occurs in any text, and one Chinese character in any word.
  if ([...form].length > 1) forms.add(form)
}
