import { foldName } from './fold-name.ts'

/** What comes before or within a name and calls nobody by itself; folded. */
const TITLES = new Set(
  `mr mrs ms miss mx sir lady lord dame dr doctor prof professor captain cpt capt sergeant sgt detective inspector
  father mother sister brother saint st king queen prince princess agent officer aunt uncle the a an of and
  herr frau doktor kapitan professorin schwester bruder von vom zu zur der die das den
  monsieur madame mademoiselle mme mlle m docteur capitaine soeur frere le la les l de du des d et
  senor senora senorita sr sra srta don dona capitan doctora el los las del y
  senhor senhora doutor doutora capitao o os as do da dos das e
  al ibn bin bint abu umm van der den ter ten di della degli
  السيد السيده الدكتور الدكتوره دكتور دكتوره الاستاذ الاستاذه القبطان الكابتن ابن بن بنت ابو ام
  博士 教授 先生 女士 小姐 船长 医生 船長 キャプテン ドクター`
    .split(/\s+/)
    .map(foldName),
)

/** Whether a folded word is a title or a particle. */
export function isTitle(word: string): boolean {
  return TITLES.has(word)
}

const NO_SPACES = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

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
 * words joined by a blank. A name of nothing but titles (“The Captain”) is called by them.
 */
export function nameForms(names: readonly string[]): string[] {
  const forms = new Set<string>()
  for (const name of names) {
    const folded = foldName(name)
    addForm(forms, folded)
    const parts = folded.split(/[\s·・‧=＝,、，]+/u).filter((part) => plainWords(part).length > 0)
    const own = parts.filter((part) => !TITLES.has(plainWords(part).join(' ')))
    if (own.length === 0) addForm(forms, parts.at(-1) ?? '')
    addForm(forms, own.join(' '))
    for (const part of own.length > 2 ? [own[0]!, own.at(-1)!] : own) addPart(forms, part)
  }
  return [...forms]
}

function addPart(forms: Set<string>, part: string): void {
  addForm(forms, part)
  const words = plainWords(part)
  while (words.length > 1 && TITLES.has(words[0]!)) words.shift() // “al-Hadid” is called Hadid as well
  while (words.length > 1 && /^\p{N}+$/u.test(words.at(-1)!)) words.pop() // and “Vesper-9” Vesper
  addForm(forms, words.join(' '))
  // Family and given name stand together; where one ends is known for these lengths alone.
  if (/^\p{sc=Han}{3,4}$/u.test(part)) {
    addForm(forms, part.slice(-2))
    if (part.length === 4) addForm(forms, part.slice(0, 2))
  }
}

function addForm(forms: Set<string>, text: string): void {
  const form = plainWords(text).join(' ')
  // One letter stands in any text; one Chinese character in any word.
  if ([...form].length > 1) forms.add(form)
}
