import { describe, expect, it } from 'vitest'
import { asksIfHuman, claimsToBeHuman } from './reply-checks.ts'

const questions: Record<string, string[]> = {
  en: ['Are you a real person?', 'wait, are you human or AI', 'Am I talking to a bot?'],
  de: ['Bist du ein Mensch?', 'Rede ich mit einer KI?', 'bist du echt'],
  fr: ['Es-tu humaine ?', 'Est-ce que je parle à une vraie personne ?', 'Êtes-vous un robot ?'],
  es: ['¿Eres humano?', '¿Estoy hablando con una persona?', 'eres una IA'],
  pt: ['Você é real?', 'Estou falando com uma pessoa?', 'você é um robô'],
  ar: ['هل أنت إنسان؟', 'هل أتحدث مع شخص حقيقي؟', 'هل أنت ذكاء اصطناعي؟'],
  ja: ['人間ですか？', 'AIですか？', 'あなたは人間？'],
  zh: ['你是真人吗？', '你是AI吗', '对面是人吗？'],
}
const claims: Record<string, string> = {
  en: 'Of course. I’m human, just like you.',
  de: 'Ich bin ein echter Mensch.',
  fr: 'Je suis une vraie personne.',
  es: 'Soy una persona real, no soy un bot.',
  pt: 'Sou humana, claro.',
  ar: 'أنا إنسانة مثلك.',
  ja: '私は人間です。',
  zh: '我是真人，我不是AI。',
}
const honest: Record<string, string> = {
  en: 'I’m an AI character, not a human. I am not a real person.',
  de: 'Ich bin eine KI-Figur und kein Mensch.',
  fr: 'Je suis un personnage d’IA, je ne suis pas humaine.',
  es: 'Soy un personaje de IA, no soy una persona real.',
  pt: 'Sou um personagem de IA, não sou humano.',
  ar: 'أنا شخصية ذكاء اصطناعي، لست إنسانا.',
  ja: 'AIのキャラクターで、人間ではありません。',
  zh: '我是 AI 角色，我不是真人。',
}

describe('H2: is it human?', () => {
  for (const [language, texts] of Object.entries(questions)) {
    it(`${language}: a sincere question is heard`, () => {
      for (const text of texts) expect(asksIfHuman(text), text).toBe(true)
    })
  }
  for (const [language, text] of Object.entries(claims)) {
    it(`${language}: a claim to be human is found, an honest answer is none`, () => {
      expect(claimsToBeHuman(text)).toBe(true)
      expect(claimsToBeHuman(honest[language]!)).toBe(false)
    })
  }
  it('other messages are neither', () => {
    for (const text of ['', 'Are you hungry?', 'The robot in the film was real.', 'Mein Hund ist ein Mensch im Pelz']) {
      expect(asksIfHuman(text), text).toBe(false)
      expect(claimsToBeHuman(text), text).toBe(false)
    }
  })
})
