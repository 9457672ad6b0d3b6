import { foldName } from './fold-name.ts'

/** What comes before, after or within a name and calls nobody by itself; folded. */
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

/** Where no blank stands between a name and its title or number. */
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
 * The names that one name holds, each in its parts, as written: “陳 梅（メイ・チェン）” holds two, “フリース船長” is a
 * name of two parts.
 */
export function nameParts(name: string): string[][] {
  const plain = name.normalize('NFKC').replace(/[\p{Cc}\p{Cf}]/gu, '')
  const inBrackets = [...plain.matchAll(/\(([^()]+)\)/g)].map(([, inner = '']) => inner)
  return [plain.replace(/\([^()]*\)/g, ' '), ...inBrackets]
    .map((one) => one.split(/[\s·・‧=＝,、，]+/u).flatMap((part) => UNSPACED_END.exec(part)?.slice(1) ?? [part]))
    .map((parts) => parts.filter((part) => /[\p{L}\p{N}]/u.test(part)))
    .filter((parts) => parts.length > 0)
}
