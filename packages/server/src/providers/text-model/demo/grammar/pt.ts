import type { GrammarData } from './grammar.ts'

export const pt: GrammarData = {
  stopWords:
    'o a os as um uma uns umas e ou mas se que quê quem onde quando por para com sem em no na nos nas de do da dos das ao à como qual quais é são era eram sou foi ser estar está estou tenho tem tinha eu você ele ela nós me te lhe meu minha meus minhas seu sua seus suas não sim muito mais também já ainda agora então bem posso pode dizer disse dito contei contar conte lembra sabe chama chamava chamo nome isso isto esse essa este esta algo há tudo',
  intents: {
    goodbye:
      'tchau | adeus | boa noite vou | até logo | até amanhã | até mais | até breve | tenho que ir | preciso ir | vou dormir | vou indo',
    story:
      'conte uma história | me conta uma história | me conte uma história | conta uma história | uma história | me conte algo | me conta algo | outra história',
    joke: 'uma piada | piada | me faça rir | me faz rir | algo engraçado',
    apology: 'desculpa | desculpe | me desculpe | perdão | sinto muito | foi mal',
    insult:
      'você é burr* | você é chat* | você é idiota | cala a boca | cale a boca | idiota | te odeio | você é inútil | você é estúpid* | você não serve',
    affection: 'te amo | eu te amo | gosto de você | adoro você | um abraço | gosto de conversar com você | te adoro',
    compliment:
      'você é engraçad* | você é gentil | você é legal | você é incrível | que bonito | que lindo | bem dito | boa história | bela história | haha* | kkk* | gostei | você é inteligente | você é maravilhos*',
    thanks: 'obrigado | obrigada | valeu | agradeço',
    bored: 'estou entediad* | que tédio | tédio | entediad*',
    tired: 'cansado | cansada | exausto | exausta | não consigo dormir | insônia | sem dormir | dia longo | com sono',
    sad: 'triste | sozinho | sozinha | preocupado | preocupada | medo | estressado | estressada | com raiva | dia ruim | dia difícil | chor* | saudade*',
    glad: 'feliz | contente | alegre | dia bom | dia ótimo | maravilhoso | boa notícia | boas notícias | consegui | passei na | ganhei | orgulho',
    remember: 'lembre que | lembra que | não esqueça | não se esqueça | guarde isso',
    help: 'me ajuda | me ajude | pode me ajudar | preciso de ajuda | o que posso fazer aqui | como funciona | um conselho | o que eu faço | o que devo fazer',
    more: 'conte mais | me conta mais | continua | continue | e depois | e aí | e então | como assim | por que não | sério | é mesmo | verdade mesmo | o que mais | mais',
    invite: 'vamos | vem comigo | venha comigo | siga me',
    request:
      'me dá | me dê | me passa | me passe | me mostra | me mostre | faça | me traga | me traz | venha | senta | sente se | lê para mim | leia para mim | toque algo | toca algo | cante | canta | posso experimentar | posso ver | posso sentar | posso ajudar | abra | queria um | queria uma | me ensina | me ensine | deixa eu',
    greeting: 'oi | olá | ola | bom dia | boa tarde | boa noite | e aí | opa',
    no: 'não | ainda não | nunca | ninguém | acho que não | na verdade não | de jeito nenhum',
    yes: 'sim | claro | com certeza | exato | é verdade | de acordo | tá bom | tudo bem | você tem razão | isso mesmo | ok | certo | pois é',
  },
  about: {
    feeling:
      'como você está | como vai | tudo bem com você | como se sente | você está bem | como foi seu dia | tudo bem',
    doing: 'o que você está fazendo | o que está fazendo | o que você faz agora',
    work: 'o que você faz | seu trabalho | em que trabalha | sua profissão | com o que você trabalha | seu ofício',
    home: 'onde você mora | onde mora | sua casa | onde você dorme | você mora aqui',
    family:
      'sua família | seus pais | sua mãe | seu pai | sua irmã | seu irmão | tem filhos | você tem família | tem amigos | tem irmãos | é casad* | seus amigos',
    past: 'de onde você é | de onde você vem | onde você cresceu | como começou | como você começou | desde quando | há quanto tempo | seu passado | sua infância | como você chegou',
    likes:
      'do que você gosta | você gosta | o que você gosta | seu favorit* | sua favorit* | seu preferid* | o que te faz feliz | favorito | favorita | você curte',
    fear: 'do que você tem medo | você tem medo | o que te assusta | seu maior medo | tem medo de quê',
    wish: 'o que você quer | seu sonho | com o que você sonha | o que você deseja | você tem um sonho | o que você gostaria',
    lonely:
      'você se sente sozinh* | se sente só | você está sozinh* | sente saudade | tem saudade | apaixonad* | solidão',
    age: 'quantos anos você tem | sua idade | qual a sua idade | seu aniversário',
    place:
      'onde estamos | onde você está | onde estou | este lugar | esse lugar | o que você vê | o que tem aqui | que lugar é este',
    self: 'quem é você | fale de você | me fale de você | me fale sobre você | como você se chama | seu nome | sobre você | se apresente | fale sobre você',
  },
  questions:
    'o que | que | quem | onde | quando | por que | como | qual | quais | quanto | quantos | quantas | você é | você tem | você sabe | você conhece | tem | pode | de onde | do que | em que',
  tellMe:
    'me fale do | me fale da | me fale de | me fale sobre | fale sobre | me conta sobre | me conte sobre | me diga | me explica | queria saber | gostaria de saber',
  asksAboutSelf: [
    '\\b(?:que|quem|onde|quando|qual|quais|como|quanto\\w*)\\b.*\\b(?:meu|minha|meus|minhas)\\b',
    '\\b(?:onde|de onde|em que|o que|do que|como|quantos anos|com o que|qual) (?:eu )?(?:moro|trabalho|sou|venho|nasci|tenho|me|faco|estudo|odeio|toco|disse|falei|gosto|chamo|cresci)\\b',
    '\\b(?:lembra|sabe)\\b.*\\b(?:meu|minha|meus|minhas|mim|eu)\\b',
    '\\b(?:sobre|de) mim\\b',
    '\\bo que eu\\b',
    '\\b(?:do )?(?:o )?que (?:voce )?(?:ainda )?(?:lembra|se lembra|voce lembra) ?$',
  ],
  askedKind: {
    named: '\\bchama|\\bnome\\b|\\bquem\\b',
    name: '\\b(?:meu nome|como (?:eu )?me chamo|quem sou eu|quem eu sou)\\b',
    everything: '\\b(?:sobre|de) mim\\b|\\b(?:do )?(?:o )?que (?:voce )?(?:ainda )?(?:lembra|se lembra|voce lembra) ?$',
    said: '\\bo que (?:eu )?(?:acabei de dizer|disse|falei)\\b',
    home: '\\bonde (?:eu )?moro\\b|\\bminha (?:cidade|casa)\\b',
    origin: '\\bde onde (?:eu )?(?:sou|venho)\\b|\\bonde (?:eu )?nasci\\b',
    age: '\\bquantos anos (?:eu )?tenho\\b|\\bminha idade\\b',
    work: '\\b(?:em|com) (?:o )?que (?:eu )?trabalho\\b|\\bmeu trabalho\\b|\\bminha profissao\\b|\\bonde (?:eu )?trabalho\\b|\\bo que (?:eu )?faco\\b',
    study: '\\bestudo\\b',
    like: '\\bdo que (?:eu )?gosto\\b|\\bo que eu gosto\\b',
    dislike: '\\bodeio\\b|\\bnao gosto\\b',
    allergy: 'alergi',
    play: '\\btoco\\b',
  },
  told: {
    named: [
      '\\b(?:meu|minha) {key} se chama(?:va)? {value}',
      '\\b(?:meu|minha) {key} chama-se {value}',
      '\\bo nome d[oa] (?:meu|minha) {key} (?:é|era) {value}',
      '\\btenho (?:um|uma) {key} (?:que se chama|chamad[oa]) {value}',
      '\\b(?:meu|minha) {key},? {Name}\\b',
    ],
    home: ['\\bmoro (?:agora )?(?:em|no|na|nos|nas|perto de) {value}', '\\bvivo (?:em|no|na) {value}'],
    origin: [
      '\\bsou (?:de|do|da) {value}',
      '\\bvenho (?:de|do|da) {value}',
      '\\bnasci (?:em|no|na) {value}',
      '\\bcresci (?:em|no|na) {value}',
    ],
    age: ['\\btenho {number} anos'],
    study: ['\\bestudo {value}'],
    work: [
      '\\bsou (?:uma? )?{Trade}',
      '\\btrabalho (?:como|de|em|no|na|com) {value}',
      '\\b(?:meu trabalho|minha profissão) é {value}',
    ],
    allergy: ['\\bsou alérgic[oa] (?:a|ao|à|aos|às) {value}', '\\btenho alergia (?:a|ao|à|aos|às) {value}'],
    dislike: ['\\bodeio {value}', '\\bnão gosto (?:de|do|da|dos|das) {value}', '\\bdetesto {value}'],
    like: ['\\b(?:gosto|eu gosto)(?: muito)? (?:de|do|da|dos|das) {value}', '\\badoro {value}', '\\bamo {value}'],
    play: ['\\btoco {value}', '\\bjogo {value}'],
    have: ['\\btenho {value}'],
    trait: [
      '\\b(?:meu|minha|meus|minhas) {key} (?:é|era|está|são) {value}',
      '\\b(?:meu|minha|meus|minhas) {key} (?:tem|mora|vive|trabalha) {value}',
    ],
  },
  notValue:
    '(?:voce|que|medo|fome|sede|frio|calor|sono|vontade|razao|uma pergunta|tempo|pressa|isso|isto|muito|um pouco|triste|feliz|assim|conversar|falar|ele|ela)\\b.*',
  clauseEnd: ' e | mas | porque | que | onde | quando | desde | também$',
  arithmetic: ['mais', 'menos', 'vezes', 'dividido por'],
}
