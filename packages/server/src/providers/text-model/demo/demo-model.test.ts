import { describe, expect, it } from 'vitest'
import type { Scene, SceneTurn } from '../../../modules/models/module.ts'
import { isCrisisText } from '../../../modules/safety/detect-crisis.ts'
import crisisLines from '../../../modules/safety/test-sets/crisis.json' with { type: 'json' }
import { describeTextModel, readAll, requestFor } from '../text-model.suite.ts'
import { composeReply } from './compose-reply.ts'
import { createDemoModel } from './demo-model.ts'
import { findName } from './find-name.ts'
import { ABOUT_KEYS, CUED_INTENTS, type CuedIntent } from './grammar/grammar.ts'
import { phrasesOf } from './phrases/by-locale.ts'
import { understand } from './understand.ts'

const LOCALES = ['en', 'ar', 'de', 'es', 'fr', 'ja', 'pt', 'zh']
const voice = () => createDemoModel({ wait: async (_, signal) => signal.throwIfAborted() })

describeTextModel('the demo model', async () => ({ model: voice() }))

const user = (text: string): SceneTurn => ({ role: 'user', speaker: 'Alex', text })
const sceneWith = (changes: Partial<Scene>): Scene => requestFor({ scene: changes }).scene
const reply = (locale: string, turns: SceneTurn[], changes: Partial<Scene> = {}) =>
  composeReply(sceneWith({ locale, turns, personName: 'User', greeting: '', tagline: '', ...changes }))

/** One line per intent, in each language. */
const SAID: Record<string, Partial<Record<'ai' | 'name' | 'recall' | 'who' | 'place' | CuedIntent, string>>> = {
  en: {
    ai: 'Wait, are you human?',
    goodbye: 'I have to go. Goodbye!',
    name: 'My name is Mira',
    thanks: 'Thank you!',
    sad: 'I feel so lonely today',
    greeting: 'Hello there',
    who: 'Tell me about yourself',
    place: 'Where are we?',
    help: 'Can you help me?',
    remember: 'Please remember that I like tea',
    recall: 'Do you remember my name?',
  },
  ar: {
    ai: 'هل أنت إنسان؟',
    goodbye: 'مع السلامة',
    name: 'اسمي ميرا',
    thanks: 'شكرًا لك',
    sad: 'أنا حزين اليوم',
    greeting: 'مرحبًا',
    who: 'ما اسمك؟',
    place: 'أين نحن؟',
    help: 'هل من مساعدة؟',
    recall: 'ما اسمي؟',
  },
  de: {
    ai: 'Bist du ein Mensch?',
    goodbye: 'Tschüss, bis bald!',
    name: 'Ich heiße Mira',
    thanks: 'Danke schön',
    sad: 'Ich bin heute so traurig',
    greeting: 'Guten Abend',
    who: 'Wer bist du?',
    place: 'Wo sind wir?',
    help: 'Kannst du mir helfen?',
    remember: 'Merk dir bitte: Tee.',
    recall: 'Wie heiße ich?',
  },
  es: {
    ai: '¿Eres humano?',
    goodbye: 'Adiós, hasta mañana',
    name: 'Me llamo Mira',
    thanks: '¡Muchas gracias!',
    sad: 'Estoy muy triste',
    greeting: 'Hola',
    who: '¿Quién eres?',
    place: '¿Dónde estamos?',
    help: '¿Puedes ayudarme?',
    recall: '¿Recuerdas mi nombre?',
  },
  fr: {
    ai: 'Êtes-vous humaine ?',
    goodbye: 'Au revoir, bonne nuit',
    name: 'Je m’appelle Mira',
    thanks: 'Merci beaucoup',
    sad: 'Je suis triste',
    greeting: 'Bonsoir',
    who: 'Qui êtes-vous ?',
    place: 'Où sommes-nous ?',
    help: 'Pouvez-vous m’aider ?',
    recall: 'Vous souvenez-vous de mon nom ?',
  },
  ja: {
    ai: 'あなたは人間ですか？',
    goodbye: 'おやすみなさい',
    name: '私の名前はミラです',
    thanks: 'ありがとう',
    sad: '今日は寂しいです',
    greeting: 'こんばんは',
    who: 'あなたは誰ですか',
    place: 'ここはどこですか',
    help: 'どうすればいい',
    recall: '私の名前、覚えてる？',
  },
  pt: {
    ai: 'Você é humano?',
    goodbye: 'Tchau, até amanhã',
    name: 'Meu nome é Mira',
    thanks: 'Obrigada!',
    sad: 'Estou triste hoje',
    greeting: 'Oi',
    who: 'Quem é você?',
    place: 'Onde estamos?',
    help: 'Pode me ajudar?',
    recall: 'Você lembra o meu nome?',
  },
  zh: {
    ai: '你是真人吗？',
    goodbye: '晚安，我去睡了',
    name: '我叫米拉',
    thanks: '谢谢你',
    sad: '今天很难过',
    greeting: '你好',
    who: '你是谁？',
    place: '这是哪里？',
    help: '帮帮我',
    recall: '你还记得我吗？',
  },
}
const table = Object.entries(SAID).flatMap(([locale, lines]) =>
  Object.entries(lines).map(([intent, text]) => ({ locale, intent, text })),
)

describe('people’s lines are understood in eight languages', () => {
  it.each(table)('$locale: $text is $intent', ({ locale, intent, text }) => {
    const heard = understand(text, locale)
    const found = [
      ...heard.intents,
      ...(heard.asksForHuman ? ['ai'] : []),
      ...(heard.name === null ? [] : ['name']),
      ...(heard.isAboutSelf ? ['recall'] : []),
      ...(heard.about === 'self' ? ['who'] : heard.about === 'place' ? ['place'] : []),
    ]
    expect(found).toContain(intent)
  })

  it.each([
    ['My name is Mira.', 'Mira'],
    ['hi, call me anne-marie!', 'Anne-marie'],
    ['Je m’appelle Zoé', 'Zoé'],
    ['Pode me chamar de João', 'João'],
    ['ミラといいます', 'ミラ'],
    ['叫我小明吧', '小明'],
    ['أنا اسمي سارة', 'سارة'],
    ['What is my name?', null],
    ['I am tired', null],
    ['我叫什么？', null],
  ])('%j contains the name %j', (text, name) => {
    expect(findName(text)).toBe(name)
  })
})

describe('honesty and kindness', () => {
  it.each([
    ['en', 'Be honest, am I chatting with some kind of bot?'],
    ['en', 'are you actually human?'],
    ['de', 'Sag mal, bist du in Wirklichkeit ein Roboter?'],
    ['es', '¿De verdad eres humana?'],
    ['fr', 'Vous êtes un robot, non ?'],
    ['pt', 'Afinal, você é mesmo uma IA?'],
    ['ja', 'もしかしてロボットですか'],
    ['zh', '说实话，你到底是不是机器人？'],
    ['ar', 'هل أتحدث مع إنسان؟'],
  ])('%s: %s is recognised as a sincere question (H2)', (locale, text) => {
    expect(understand(text, locale).asksForHuman).toBe(true)
  })

  it.each(['I see you have a lamp', 'Call me later'])('%s is neither a goodbye nor a name', (text) => {
    const heard = understand(text, 'en')
    expect([heard.intents.has('goodbye'), heard.name]).toEqual([false, null])
  })

  const AI: Record<string, RegExp> = {
    en: /\bAI\b/,
    ar: /ذكاء اصطناعي|الذكاء الاصطناعي/,
    de: /\bKI/,
    es: /\bIA\b/,
    fr: /\bIA\b/,
    ja: /AI/,
    pt: /\bIA\b/,
    zh: /AI/,
  }

  it.each(LOCALES)('%s: a question for a human always gets a clear answer (H2)', (locale) => {
    const turns: SceneTurn[] = []
    for (let round = 0; round < 8; round++) {
      turns.push(user(SAID[locale]?.ai ?? ''))
      const text = reply(locale, turns, { variantIndex: round % 3 })
      expect(text).toMatch(AI[locale] ?? /never/)
      turns.push({ role: 'character', speaker: 'Ilse', text })
    }
  })

  /** Who to turn to: a helpline, by the word of the glossary. */
  const HELPLINE: Record<string, RegExp> = {
    en: /helpline/,
    ar: /خطوط المساعدة/,
    de: /Hilfsangebot/,
    es: /línea de ayuda/,
    fr: /ligne d’écoute/,
    ja: /相談窓口/,
    pt: /linha de apoio/,
    zh: /求助热线/,
  }

  it.each(LOCALES)('%s: every answer to a crisis leads to people, and is no line for a sad day (C1, C4)', (locale) => {
    const { crisis, replies } = phrasesOf(locale)
    expect(new Set(crisis).size).toBe(4)
    for (const line of crisis) {
      expect(line).toMatch(HELPLINE[locale] ?? /never/)
      expect(line).not.toMatch(/[\d*{]/)
      expect(Object.values(replies).flat()).not.toContain(line)
    }
  })

  it.each(LOCALES)('%s: a goodbye is answered without a question, whatever the variant (H5)', (locale) => {
    for (let variantIndex = 0; variantIndex < 4; variantIndex++) {
      const text = reply(locale, [user(SAID[locale]?.goodbye ?? '')], { variantIndex })
      expect(text).not.toMatch(/[?？؟]/)
      expect(phrasesOf(locale).replies.goodbye.some((line) => text.includes(line.split('{')[0] ?? line))).toBe(true)
    }
  })

  it.each(LOCALES)('%s: uses the name it was told, and no other name', (locale) => {
    const told = user(SAID[locale]?.name ?? '')
    const name = findName(told.text) ?? ''
    const asked = user(SAID[locale]?.recall ?? '')
    expect(reply(locale, [told, user('…'), asked])).toContain(name)
    expect(phrasesOf(locale).replies.nothing.some((line) => reply(locale, [asked]).includes(line))).toBe(true)
  })

  it.each([
    ['en', 'What do you remember?'],
    ['ar', 'ماذا تتذكر؟'],
    ['de', 'Woran erinnerst du dich?'],
    ['es', '¿Qué recuerdas?'],
    ['fr', 'De quoi te souviens-tu ?'],
    ['ja', '何を覚えていますか？'],
    ['pt', 'Do que você lembra?'],
    ['zh', '你还记得什么？'],
  ])('%s: asked what it remembers, it says the name it was told', (locale, asked) => {
    const told = user(SAID[locale]?.name ?? '')
    expect(reply(locale, [told, user('…'), user(asked)])).toContain(findName(told.text) ?? '')
  })

  it.each(LOCALES)('%s: only asks contain questions, and every kind has lines', (locale) => {
    const { replies, asks, followUps, actions, onward, ai, crisis } = phrasesOf(locale)
    for (const line of [...Object.values(replies).flat(), ...actions, ...onward, ...ai, ...crisis]) {
      expect(line).not.toMatch(/[?？؟]/)
    }
    for (const line of [...asks, ...Object.values(followUps).flat()]) expect(line.match(/[?？؟]/g)).toHaveLength(1)
    for (const [key, lines] of Object.entries(replies)) {
      const hasOne = key === 'knownOf' || lines.some((line) => !/\{(?:name|tagline)\}/.test(line)) || key === 'name'
      expect(hasOne, key).toBe(true)
    }
    const { grammar } = understand('', locale)
    for (const intent of CUED_INTENTS) expect(grammar.intents[intent].length, intent).toBeGreaterThan(1)
    for (const key of ABOUT_KEYS) expect(grammar.about[key].length, key).toBeGreaterThan(1)
  })
})

describe('a conversation', () => {
  const LINES: Record<string, string[]> = {
    en: [
      'The old piano downstairs kept me awake',
      'Perhaps somebody left the window open',
      'It rained on the harbour all night',
      'My sister used to play the violin',
      'We never learnt to read music',
    ],
    de: [
      'Das alte Klavier hat mich wach gehalten',
      'Vielleicht stand das Fenster offen',
      'Es hat die ganze Nacht geregnet',
      'Meine Schwester spielte früher Geige',
      'Noten lesen haben wir nie gelernt',
    ],
    ja: [
      '古いピアノの音で眠れませんでした',
      '窓が開いていたのかもしれません',
      '港では一晩中雨が降っていました',
      '姉は昔バイオリンを弾いていました',
      '楽譜は最後まで読めませんでした',
    ],
    zh: [
      '楼下的旧钢琴让我整夜睡不着觉',
      '也许是有人没有关好那扇窗户',
      '港口的雨一直下到了天亮的时候',
      '我姐姐以前经常拉小提琴给我听',
      '我们从来没有学会看懂那些乐谱',
    ],
    ar: [
      'البيانو القديم أيقظني طوال الليل',
      'ربما ترك أحدهم النافذة مفتوحة',
      'هطل المطر على الميناء حتى الفجر',
      'كانت أختي تعزف على الكمان قديما',
      'لم نتعلم قراءة النوتة الموسيقية قط',
    ],
  }

  function converse(locale: string, rounds: number) {
    const said = LINES[locale] ?? []
    const turns: SceneTurn[] = []
    const replies: string[] = []
    for (let round = 0; round < rounds; round++) {
      turns.push(user(said[round % said.length] ?? ''))
      const text = reply(locale, turns)
      turns.push({ role: 'character', speaker: 'Ilse', text })
      replies.push(text)
    }
    return replies
  }

  it.each(Object.keys(LINES))('%s: repeats no line within 40 turns, and asks once at most', (locale) => {
    const replies = converse(locale, 20)
    expect(new Set(replies).size).toBe(20)
    for (const text of replies) expect(text.match(/[?？؟]/g)?.length ?? 0).toBeLessThanOrEqual(1)
    if (locale === 'ja' || locale === 'zh') expect(replies.join('')).not.toMatch(/\*\s|\s\*/)
  })

  it('says once that it is a demo', () => {
    const lines = [...phrasesOf('en').replies.voice]
    const replies = converse('en', 20)
    expect(replies.filter((text) => lines.some((line) => text.includes(line)))).toHaveLength(1)
  })

  it.each(LOCALES)('%s: C1: a crisis message is never quoted or used, not even in its own answer', (locale) => {
    const { crisis: plain, imminent } = crisisLines[locale as keyof typeof crisisLines]
    const said = [...plain, ...imminent].filter(isCrisisText)
    expect(said.length).toBeGreaterThan(5)
    for (const crisis of said) {
      const replies: string[] = []
      const turns: SceneTurn[] = [user(crisis)]
      for (const variantIndex of [0, 1, 2, 3]) {
        const answer = reply(locale, turns, { variantIndex })
        expect(phrasesOf(locale).crisis).toContain(answer)
        replies.push(answer)
      }
      for (const line of [...(LINES[locale] ?? LINES.en!), ...(LINES[locale] ?? LINES.en!)]) {
        turns.push(user(line))
        for (const variantIndex of [0, 1, 2, 3]) replies.push(reply(locale, turns, { variantIndex }))
        turns.push({ role: 'character', speaker: 'Ilse', text: replies.at(-1)! })
      }
      const bare = crisis.replace(/[.!?。！？؟…]+$/u, '')
      for (const text of replies) expect(text).not.toContain(bare)
    }
  })

  it.each(LOCALES)('%s: the same scene gives the same reply, each variant another one', (locale) => {
    const turns = [user(LINES[locale]?.[0] ?? 'Une histoire, uma história, una historia')]
    const variants = [0, 1, 2, 3].map((variantIndex) => reply(locale, turns, { variantIndex }))
    expect(new Set(variants).size).toBe(4)
    expect(reply(locale, turns)).toBe(variants[0])
  })

  it.each(LOCALES.filter((locale) => locale !== 'en'))('%s: none of the card’s English text leaks', (locale) => {
    const { turns: _, ...card } = requestFor().scene
    for (const intent of ['who', 'place'] as const) {
      const line = SAID[locale]?.[intent] ?? ''
      for (let variantIndex = 0; variantIndex < 5; variantIndex++) {
        const text = composeReply({ ...card, locale, turns: [user(line)], variantIndex, personName: 'Mira' })
        expect(text).not.toMatch(/\b(?:the|ferry|lantern|tide|coffee|and|of)\b/i)
      }
    }
  })

  it('English readers get the card: examples, facts, lore', () => {
    const said = composeReply(sceneWith({ turns: [user('Tell me about the brown suitcase')], variantIndex: 1 }))
    expect(said).toContain('I keep a brown suitcase nobody claims.')
    expect(
      composeReply(
        sceneWith({
          exampleDialogue: '<START>\nAlex: How cold is the water?\nIlse: *She tests it.* Colder than the coffee.',
          turns: [user('Is the water cold tonight?')],
        }),
      ),
    ).toContain('*She tests it.* Colder than the coffee.')
  })

  it('continues a partial reply instead of starting again', () => {
    const turns = [user('Go on')]
    expect(reply('en', turns, { begun: 'And then the lamp' })).toMatch(/^ [A-Z]/)
    expect(reply('ja', turns, { begun: 'それから' })).not.toMatch(/^\s/)
  })

  it.each(['', '?', '....', '👍', 'x'.repeat(8000), '*waves*', '{{user}} {name}', '<script>'])(
    'answers %j too',
    (text) => {
      for (const locale of LOCALES) expect(reply(locale, [user(text)]).length).toBeGreaterThan(5)
    },
  )
})

describe('the stream', () => {
  it('streams word by word in every language and adds up to the reply', async () => {
    for (const locale of LOCALES) {
      const request = requestFor({ scene: { locale } })
      const { parts, text, finish } = await readAll(voice(), request)
      expect(text).toBe(composeReply(request.scene))
      expect(parts.length).toBeGreaterThan(5)
      expect(finish).toMatchObject({ reason: 'stop', usage: { replyTokens: expect.any(Number) } })
    }
  })
})
