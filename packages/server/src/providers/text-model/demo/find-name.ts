const WORD = "\\p{Lu}[\\p{L}\\p{M}'’-]{0,29}"
const ANY_WORD = "\\p{L}[\\p{L}\\p{M}'’-]{0,29}"
const KANA_HAN = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}ーA-Za-z]{1,12}?'

/** How people state their name, in eight languages. The first group is the name. */
const NAME_PATTERNS = [
  `(?:my name is|my name's|call me|i am called|i'm called|the name's) (${ANY_WORD})`,
  `(?:ich hei(?:ß|ss)e|mein name ist|nenn mich|nennen sie mich) (${ANY_WORD})`,
  `(?:me llamo|mi nombre es|ll[áa]mame|puedes llamarme) (${ANY_WORD})`,
  `(?:je m['’]appelle|mon nom est|mon pr[ée]nom est|appelez-moi|appelle-moi) (${ANY_WORD})`,
  `(?:meu nome é|me chamo|chamo-me|me chame de|me chama de|pode me chamar de) (${ANY_WORD})`,
  `(?:اسمي|إسمي|نادني|ناديني)(?: هو)? (${ANY_WORD})`,
  `(?:^|[、。\\s]|私の|僕の|俺の|わたしの|ぼくの)名前は、?(${KANA_HAN})(?:です|でした|だ|と|。|、|！|$)`,
  `(?:^|[。、！\\s]|は)(${KANA_HAN})(?:といいます|と言います|と申します|って呼んで|と呼んで)`,
  `(?:我的名字是|我的名字叫|我叫|叫我)([\\p{sc=Han}A-Za-z·]{1,8}?)(?:吧|就好|就行|[，。！,.!\\s]|$)`,
].map((pattern) => new RegExp(pattern, 'iu'))

/** “I am Nora”, where only a capital letter tells a name from anything else; not in German, where nouns have one. */
const PRESENTED = new RegExp(
  `(?:^|[.!?,]\\s*)(?:I['’]m|I am|[Ss]oy|[Jj]e suis|[Ss]ou(?: [ao])?) (${WORD})(?=[.,!]|$| and | y | et | e )`,
  'u',
)

/** The patterns match any word; these are not names. */
const NO_NAMES =
  /^(?:什么|何|なん|誰|a|an|the|not|it|when|if|later|soon|tomorrow|tonight|back|maybe|anytime|crazy|was|wie|qui|que|como|si)$/iu
const CAPITALISED = new RegExp(`^${WORD}$`, 'u')

/** The name stated in a line, or null. Names of scripts with capitals are returned capitalised. */
export function findName(text: string): string | null {
  const line = text.normalize('NFC').slice(0, 2000)
  for (const pattern of [...NAME_PATTERNS, PRESENTED]) {
    const name = pattern.exec(line)?.[1]
    if (!name || NO_NAMES.test(name)) continue
    const [first = '', ...rest] = [...name]
    return CAPITALISED.test(name) ? name : first.toUpperCase() + rest.join('')
  }
  return null
}
