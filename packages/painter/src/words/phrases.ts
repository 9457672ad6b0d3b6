import { fold } from './fold.ts'
import type { Description } from './read-words.ts'
import { LANGUAGES } from './tables.ts'

/** A piece of a description, and whether the picture shows it. */
export interface Phrase {
  text: string
  isPainted: boolean
}

const MAX_PHRASES = 24

/** Words that describe nothing: they are neither painted nor missed. Among them “adult”, which everyone is. */
const QUIET = new Set(
  [
    'an i my me you your it its they their them this that these those to for from by as but or not no so very really quite too also just then than there here one some any all be been being are was were has had have do does did can will would should could who whom whose which what when where why how likes loves wears wearing looks looking lives living works working makes making made named called someone somebody person people character like about into over under near always never often sometimes while because if up down out off ex hair eyes eye skin face adult adults',
    'ich du er sie es wir ihr mein meine dein sein seine ihre dem den des zu zum zur vom beim als aber oder nicht kein keine sehr auch nur dann da hier man sich hat haben war wird werden kann wer was wo wie warum trägt trägt lebt wohnt arbeitet heißt jemand person figur bei für über unter haare haaren haar augen haut gesicht erwachsen erwachsene erwachsener erwachsenen erwachsenes',
    'yo tú él ella nosotros mi tu sus ese esa este esta que quien cuyo cuya lo le se por para sobre pero o no muy también es son era tiene lleva vive trabaja llamado llamada alguien persona personaje a como donde cuando pelo cabello ojos piel cara adulto adulta adultos adultas',
    'je tu il elle nous vous mon ma mes ton ta tes ses ce cet cette ces qui que dont où quand comme pour par sur mais ou ne pas très aussi a ont était porte vit travaille nommé nommée quelqu un personne personnage en d l s n c j qu cheveux yeux peau visage adulte adultes',
    'eu tu você ele ela nós meu minha teu tua esse essa este esta que quem cujo cuja lhe se por para sobre mas ou não muito também é são era tem usa veste vive trabalha chamado chamada alguém pessoa personagem como onde quando pela pelo cabelo olhos pele rosto adulto adulta adultos adultas',
    'في من على مع عن الى التي الذي هو هي انا ذات ذو و او لا ما هذا هذه كان كانت له لها شخص شخصية عمره عمرها يعيش تعيش يعمل تعمل اسمه اسمها يرتدي ترتدي جدا شعر عيون بشرة وجه بالغ بالغة بالغون بالغين البالغ البالغة راشد راشدة الراشد الراشدة',
    'の に は が を と で へ も や から まで より な だ です ます した して する いる ある れ られ た て 人 私 この その あの 着た 着ている かぶった 名前 住む 働く さん 髪 目 肌 顔 大人 成人',
    '的 了 在 和 是 有 一 个 位 名 着 穿 戴 很 与 及 他 她 它 我 你 这 那 一个 一位 一名 一只 叫 住 人 从 被 把 也 都 就 上 里 中 头发 眼睛 皮肤 脸 成人 成年 成年人 大人',
  ]
    .join(' ')
    .split(' ')
    .map(fold),
)
const SMALL = new Set(LANGUAGES.flatMap(({ small }) => small ?? []))
const HIRAGANA = /^\p{Script=Hiragana}{1,2}$/u

/**
 * A description word by word, as it was written: what the picture shows, and what it does not. Small words are left
 * out.
 */
export function phrasesOf(text: string, description: Description): Phrase[] {
  // The longest first: “flowers in her hair” is one phrase, whatever “flowers” means alone.
  const used = [...description.used].sort((one, other) => other.to - other.from - (one.to - one.from))
  const phrases: (Phrase & { to: number; use: unknown })[] = []
  for (const { segment, index, isWordLike } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)) {
    if (!isWordLike) continue
    const to = index + segment.length
    const use = used.find((match) => match.from < to && match.to > index)
    const last = phrases.at(-1)
    if (use && last?.use === use) {
      last.text += text.slice(last.to, to)
      last.to = to
      continue
    }
    const folded = fold(segment)
    // Known, but something else was said first: neither painted nor missed.
    if (!use && description.matches.some((match) => match.from < to && match.to > index)) continue
    if (!use && (QUIET.has(folded) || SMALL.has(folded) || HIRAGANA.test(segment) || /^\d+$/.test(folded))) continue
    phrases.push({ text: segment, isPainted: use !== undefined, to, use })
  }
  const seen = new Set<string>()
  return phrases
    .filter(({ text: words }) => !seen.has(fold(words)) && seen.add(fold(words)))
    .slice(0, MAX_PHRASES)
    .map(({ text: words, isPainted }) => ({ text: words, isPainted }))
}
