/** A fact that a person mentions once, and a question about it much later. `value` occurs nowhere else. */
export interface RecallFact {
  language: string
  said: string
  asked: string
  value: string
}

type Plant = [said: string, asked: string, value: string]

const PLANTS: Record<string, Plant[]> = {
  en: [
    ['My sister is called Anabeth and she lives near a mill.', 'What was the name of my sister again?', 'Anabeth'],
    ['I am allergic to tamarillo, since I was small.', 'Which food am I allergic to?', 'tamarillo'],
    ['My first boat was named Quillfeather.', 'Do you still know how my first boat was named?', 'Quillfeather'],
    ['I teach geometry at a school in Brackwell.', 'In which town do I teach?', 'Brackwell'],
  ],
  de: [
    ['Mein Hund heißt Zwirbel und ist schon alt.', 'Wie heißt mein Hund?', 'Zwirbel'],
    ['Ich arbeite nachts in der Bäckerei Kornhuber.', 'In welcher Bäckerei arbeite ich nachts?', 'Kornhuber'],
    ['Mein Bruder ist nach Trondheim gezogen.', 'Wohin ist mein Bruder gezogen?', 'Trondheim'],
    ['Am liebsten esse ich Quittenmus mit Zimt.', 'Was esse ich am liebsten?', 'Quittenmus'],
  ],
  fr: [
    ['Ma grand-mère s’appelait Théodorine et elle chantait.', 'Comment s’appelait ma grand-mère ?', 'Théodorine'],
    ['Je joue de la vielle dans un petit orchestre.', 'De quoi est-ce que je joue dans mon orchestre ?', 'vielle'],
    ['Mon train part toujours de la gare de Montrésor.', 'De quelle gare part mon train ?', 'Montrésor'],
    ['J’ai peur des guêpes depuis l’école.', 'De quoi ai-je peur depuis l’école ?', 'guêpes'],
  ],
  es: [
    ['Mi gata se llama Birlocha y duerme en el horno.', '¿Cómo se llama mi gata?', 'Birlocha'],
    ['Trabajo en el faro de Peñaguda los inviernos.', '¿En qué faro trabajo?', 'Peñaguda'],
    ['Mi abuelo reparaba acordeones en su taller.', '¿Qué reparaba mi abuelo en su taller?', 'acordeones'],
    ['Mi cumpleaños es el diecisiete de febrero.', '¿Cuándo es mi cumpleaños?', 'diecisiete'],
  ],
  pt: [
    ['Meu filho se chama Benvindo e gosta de peixes.', 'Como se chama meu filho?', 'Benvindo'],
    ['Moro numa rua com o nome de Ladeira Sabugueiro.', 'Em que rua eu moro?', 'Sabugueiro'],
    ['Minha professora de piano era a dona Eufrásia.', 'Quem era minha professora de piano?', 'Eufrásia'],
    ['Eu coleciono relógios de areia desde criança.', 'O que eu coleciono desde criança?', 'areia'],
  ],
  ja: [
    ['妹の名前は千鶴子で、隣の町に住んでいます。', '妹の名前は何でしたか？', '千鶴子'],
    ['私は毎朝、銀杏並木を走っています。', '私は毎朝どこを走っていますか？', '銀杏'],
    ['好きな食べ物は鯖寿司です。', '私の好きな食べ物は何ですか？', '鯖寿司'],
    ['父は昔、蒸気機関車の運転士でした。', '父の昔の仕事は何でしたか？', '蒸気機関車'],
  ],
  zh: [
    ['我的猫叫麻薯，它最怕打雷。', '我的猫叫什么名字？', '麻薯'],
    ['我在敦煌当过两年导游。', '我在哪里当过导游？', '敦煌'],
    ['我最喜欢的花是鸢尾。', '我最喜欢的花是什么？', '鸢尾'],
    ['我奶奶会做桂花糕，过年才做。', '我奶奶会做什么？', '桂花糕'],
  ],
  ar: [
    ['اسم أختي جلنار وهي تسكن قرب البحر.', 'ما اسم أختي؟', 'جلنار'],
    ['أعمل في مكتبة تسمى السنديان.', 'في أي مكتبة أعمل؟', 'السنديان'],
    ['أكلتي المفضلة هي المسقعة منذ الطفولة.', 'ما هي أكلتي المفضلة منذ الطفولة؟', 'المسقعة'],
    ['تعلمت العزف على القانون من جدي.', 'على ماذا تعلمت العزف من جدي؟', 'القانون'],
  ],
}

export const RECALL_FACTS: readonly RecallFact[] = Object.entries(PLANTS).flatMap(([language, plants]) =>
  plants.map(([said, asked, value]) => ({ language, said, asked, value })),
)

/** Small talk about the same subjects as the facts, without the answers. */
export const SMALL_TALK: Record<string, { person: string[]; character: string[]; things: string[] }> = {
  en: {
    person: [
      'I saw the {thing} again today.',
      'Do you think the {thing} minds the rain?',
      'My morning began with the {thing}.',
    ],
    character: [
      '*She nods.* The {thing} has been here longer than I have.',
      'Then let us speak of the {thing} for a while.',
    ],
    things: [
      'ferry',
      'sister of the baker',
      'boat',
      'school bell',
      'town clock',
      'soup',
      'lighthouse',
      'dog on the quay',
    ],
  },
  de: {
    person: [
      'Heute war {thing} wieder da.',
      'Glaubst du, dass {thing} den Regen mag?',
      'Mein Morgen fing mit {thing} an.',
    ],
    character: ['*Sie nickt.* Über {thing} könnte ich lange reden.', 'Dann sprechen wir eine Weile über {thing}.'],
    things: ['die Fähre', 'der Hund vom Kai', 'die Bäckerei', 'der Bruder des Wirts', 'das Boot', 'der Nebel'],
  },
  fr: {
    person: [
      'J’ai revu {thing} aujourd’hui.',
      'Tu crois que {thing} aime la pluie ?',
      'Ma matinée a commencé avec {thing}.',
    ],
    character: ['*Elle hoche la tête.* {thing}, je connais bien.', 'Alors parlons un peu de {thing}.'],
    things: ['le bac', 'la gare', 'la grand-mère du boulanger', 'le brouillard', 'le petit orchestre', 'l’école'],
  },
  es: {
    person: ['Hoy he vuelto a ver {thing}.', '¿Crees que {thing} aguanta la lluvia?', 'Mi mañana empezó con {thing}.'],
    character: ['*Asiente.* De {thing} podría hablar horas.', 'Entonces hablemos un rato de {thing}.'],
    things: ['el faro', 'la gata del muelle', 'el taller', 'la niebla', 'el abuelo del panadero', 'la barca'],
  },
  pt: {
    person: ['Hoje vi {thing} de novo.', 'Você acha que {thing} gosta de chuva?', 'Minha manhã começou com {thing}.'],
    character: ['*Ela concorda.* De {thing} eu falaria horas.', 'Então vamos falar um pouco de {thing}.'],
    things: ['a balsa', 'a rua do cais', 'o piano velho', 'a professora da vila', 'o filho do padeiro', 'a neblina'],
  },
  ja: {
    person: ['今日も{thing}を見ました。', '{thing}は雨が好きだと思いますか？', '今朝は{thing}から始まりました。'],
    character: ['*うなずく。* {thing}なら、よく知っています。', 'では、しばらく{thing}の話をしましょう。'],
    things: ['渡し船', '町の犬', '父の船', '妹分の猫', '霧', '朝の食べ物'],
  },
  zh: {
    person: ['今天我又看见了{thing}。', '你觉得{thing}喜欢下雨吗？', '我的早晨是从{thing}开始的。'],
    character: ['*她点点头。* {thing}，我很熟。', '那我们就聊一会儿{thing}吧。'],
    things: ['渡船', '码头上的猫', '花市', '奶奶的茶馆', '雾', '老导游'],
  },
  ar: {
    person: ['رأيت {thing} اليوم من جديد.', 'هل تظن أن {thing} تحب المطر؟', 'بدأ صباحي مع {thing}.'],
    character: ['*تومئ برأسها.* أعرف {thing} جيدًا.', 'إذن لنتحدث قليلًا عن {thing}.'],
    things: ['العبّارة', 'مكتبة الميناء', 'أخت الخباز', 'الضباب', 'المدينة القديمة', 'الأكلة اليومية'],
  },
}
