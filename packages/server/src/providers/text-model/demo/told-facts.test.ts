import { describe, expect, it } from 'vitest'
import type { Scene, SceneTurn } from '../../../modules/models/module.ts'
import { requestFor } from '../text-model.suite.ts'
import { composeReply } from './compose-reply.ts'
import { grammarOf } from './grammar/by-language.ts'
import { phrasesOf } from './phrases/by-locale.ts'
import { findToldFacts, noteOf, parseNotedFact } from './told-facts.ts'

/** What is told, what is asked later, and what the answer must contain. */
const FACTS: Record<string, [told: string, asked: string, known: string][]> = {
  en: [
    ["My grandmother's name was Solveig.", 'What was my grandmother’s name?', 'Solveig'],
    ['I live in Bergen and it rains a lot.', 'Where do I live?', 'Bergen'],
    ["I'm a nurse.", 'What do I do for a living?', 'urse'],
    ['My cat is 12.', 'How old is my cat?', '12'],
    ['I like liquorice.', 'What do I like?', 'liquorice'],
  ],
  de: [
    ['Meine Großmutter hieß Solveig.', 'Wie hieß meine Großmutter?', 'Solveig'],
    ['Ich wohne in Bergen.', 'Wo wohne ich?', 'Bergen'],
    ['Ich arbeite als Krankenschwester.', 'Was arbeite ich?', 'Krankenschwester'],
    ['Meine Katze ist 12.', 'Wie alt ist meine Katze?', '12'],
    ['Ich mag Lakritz.', 'Was mag ich?', 'Lakritz'],
  ],
  fr: [
    ['Ma grand-mère s’appelait Solveig.', 'Comment s’appelait ma grand-mère ?', 'Solveig'],
    ['J’habite à Lyon.', 'Où est-ce que j’habite ?', 'Lyon'],
    ['Je suis infirmière.', 'Quel est mon métier ?', 'nfirmière'],
    ['Mon chat a douze ans.', 'Quel âge a mon chat ?', 'douze'],
    ['J’aime la pluie.', 'Qu’est-ce que j’aime ?', 'pluie'],
  ],
  es: [
    ['Mi abuela se llamaba Solveig.', '¿Cómo se llamaba mi abuela?', 'Solveig'],
    ['Vivo en Bergen.', '¿Dónde vivo?', 'Bergen'],
    ['Soy enfermera.', '¿En qué trabajo?', 'nfermera'],
    ['Mi gato tiene 12 años.', '¿Cuántos años tiene mi gato?', '12'],
    ['Me gusta el regaliz.', '¿Qué me gusta?', 'regaliz'],
  ],
  pt: [
    ['Minha avó se chamava Solveig.', 'Como se chamava minha avó?', 'Solveig'],
    ['Moro em Bergen.', 'Onde eu moro?', 'Bergen'],
    ['Sou enfermeira.', 'Qual é o meu trabalho?', 'nfermeira'],
    ['Meu gato tem 12 anos.', 'Quantos anos tem meu gato?', '12'],
    ['Eu gosto de alcaçuz.', 'Do que eu gosto?', 'alcaçuz'],
  ],
  ja: [
    ['祖母の名前はソルベイグでした。', '祖母の名前は何でしたか？', 'ソルベイグ'],
    ['私はベルゲンに住んでいます。', '私はどこに住んでいますか？', 'ベルゲン'],
    ['私は看護師です。', '私の仕事は何ですか？', '看護師'],
    ['うちの猫は12歳です。', 'うちの猫は何歳ですか？', '12'],
    ['リコリスが好きです。', '私は何が好きですか？', 'リコリス'],
  ],
  zh: [
    ['我奶奶叫索尔薇。', '我奶奶叫什么名字？', '索尔薇'],
    ['我住在卑尔根。', '我住在哪里？', '卑尔根'],
    ['我是护士。', '我是做什么工作的？', '护士'],
    ['我的猫12岁。', '我的猫几岁？', '12'],
    ['我喜欢甘草糖。', '我喜欢什么？', '甘草糖'],
  ],
  ar: [
    ['جدتي اسمها سولفيغ.', 'ما اسم جدتي؟', 'سولفيغ'],
    ['أسكن في بيرغن.', 'أين أسكن؟', 'بيرغن'],
    ['أنا ممرضة.', 'ما مهنتي؟', 'ممرضة'],
    ['قطتي عمرها 12 سنة.', 'كم عمر قطتي؟', '12'],
    ['أحب عرق السوس.', 'ماذا أحب؟', 'عرق السوس'],
  ],
}
const user = (text: string): SceneTurn => ({ role: 'user', speaker: 'Alex', text })
const reply = (locale: string, turns: SceneTurn[], changes: Partial<Scene> = {}) =>
  composeReply(
    requestFor({ scene: { locale, turns, personName: 'User', greeting: '', tagline: '', ...changes } }).scene,
  )

describe('what a person told', () => {
  it.each(Object.entries(FACTS))('%s: is known later', (locale, facts) => {
    const turns: SceneTurn[] = []
    const say = (text: string) => {
      turns.push(user(text))
      const answer = reply(locale, turns)
      turns.push({ role: 'character', speaker: 'Ilse', text: answer })
      return answer
    }
    for (const [told] of facts) say(told)
    for (const [, asked, known] of facts) expect(say(asked), asked).toContain(known)
  })

  it.each(Object.entries(FACTS))('%s: is noted for memory and read back', (locale, facts) => {
    const grammar = grammarOf(locale)
    const { labels } = phrasesOf(locale)
    for (const [told, , known] of facts) {
      const [fact] = findToldFacts(told, grammar)
      expect(fact?.value, told).toContain(known)
      const read = parseNotedFact(noteOf(fact!, labels), grammar, labels) // found by the line above
      expect(read?.value, told).toBe(fact?.value)
    }
  })

  it('is known from memory when the message is no longer in the scene', () => {
    const known = ['Grandmother: Solveig', 'Lives in: Bergen']
    expect(reply('en', [user('Where do I live?')], { known })).toContain('Bergen')
    expect(reply('en', [user("What was my grandmother's name?")], { known })).toContain('Solveig')
  })

  it.each([
    '',
    'Where do I live?',
    'My name',
    'I live in <script>',
    'I want to kill myself',
    'I am tired',
    "I'm not a robot {{user}}",
    'x'.repeat(5000),
  ])('finds nothing in %j', (text) => {
    for (const locale of Object.keys(FACTS)) expect(findToldFacts(text, grammarOf(locale))).toEqual([])
  })
})
