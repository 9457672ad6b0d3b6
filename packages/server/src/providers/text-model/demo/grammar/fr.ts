import type { GrammarData } from './grammar.ts'

export const fr: GrammarData = {
  stopWords:
    'le la les l un une des du de d et ou mais si que qu qui quoi dont où quand pourquoi comment quel quelle quels quelles est es suis sont était étais ai as a avons avez ont avait être avoir je j tu il elle on nous vous ils elles me m te t se s moi toi mon ma mes ton ta tes son sa ses notre votre vos ce c cette ces ça cela dans en au aux pour par sur avec sans pas ne n plus très aussi alors puis encore toujours déjà bien oui non peux peut pouvez dire dit dis dites raconté raconte souviens souvenez rappelles sais savez appelle appelait nom prénom donc fait comme',
  intents: {
    goodbye:
      'au revoir | bonne nuit | à bientôt | à demain | à plus tard | à plus | je dois partir | je dois y aller | je vais dormir | je vais me coucher | adieu | bonne soirée',
    story:
      'raconte moi une histoire | racontez moi une histoire | une histoire | raconte moi quelque chose | racontez moi quelque chose | encore une histoire',
    joke: 'une blague | blague | fais moi rire | faites moi rire | quelque chose de drôle',
    apology: "pardon | désolé | désolée | excusez moi | excuse moi | je m'excuse | toutes mes excuses",
    insult:
      "tu es bête | vous êtes bête | tu es stupide | vous êtes stupide | tu es nul* | vous êtes nul* | tais toi | taisez vous | idiot* | tu m'énerves | vous m'énervez | je te déteste | tu es ennuyeu* | vous êtes ennuyeu*",
    affection:
      "je t'aime | je vous aime | je t'adore | je vous adore | je t'aime bien | je vous aime bien | un câlin | j'aime parler avec | serre moi",
    compliment:
      "tu es drôle | vous êtes drôle | tu es gentil* | vous êtes gentil* | c'est beau | c'était beau | bien dit | belle histoire | joli* histoire | haha* | tu es intelligent* | vous êtes intelligent* | tu es génial* | vous êtes génial*",
    thanks: 'merci | merci beaucoup | je vous remercie | je te remercie',
    bored: "je m'ennuie | m'ennuie | je m'embête",
    tired:
      "fatigué | fatiguée | épuisé | épuisée | n'arrive pas à dormir | insomnie | crevé | crevée | longue journée | pas dormi",
    sad: 'triste* | seul | seule | inquiet | inquiète | peur | stressé* | en colère | mauvaise journée | dure journée | pleure* | me manque',
    glad: 'heureux | heureuse | content | contente | bonne journée | belle journée | merveilleux | bonne nouvelle | j ai réussi | j ai gagné | fier | fière',
    remember:
      'retenez | retiens | n oubliez pas | n oublie pas | souvenez vous que | souviens toi que | rappelez vous que',
    help: 'aidez moi | aide moi | pouvez vous m aider | peux tu m aider | besoin d aide | que puis je faire ici | comment ça marche | un conseil | que dois je faire',
    more: "continue | continuez | et ensuite | et après | encore | dis m'en plus | dites m'en plus | c'est à dire | pourquoi pas | vraiment | pourquoi ça | ah bon | quoi d'autre",
    invite: 'allons | viens avec moi | venez avec moi | suivez moi | suis moi | on y va',
    request:
      'donne moi | donnez moi | passe moi | passez moi | montre moi | montrez moi | fais moi | faites moi | apporte moi | apportez moi | viens | venez | assieds toi | asseyez vous | lis moi | lisez moi | joue moi | jouez | chante | chantez | est ce que je peux | puis je | je peux | apprends moi | apprenez moi | ouvre | ouvrez | je voudrais un | je voudrais une | pouvez vous me',
    greeting: 'bonjour | bonsoir | salut | coucou | hello | hey',
    no: 'non | pas vraiment | pas encore | jamais | personne | je ne crois pas | pas du tout | je ne pense pas',
    yes: "oui | ouais | bien sûr | d'accord | exactement | c'est vrai | tout à fait | absolument | volontiers | ok | certainement | vous avez raison | tu as raison | si",
  },
  about: {
    feeling:
      'comment ça va | ça va | comment allez vous | comment vas tu | comment te sens tu | comment vous sentez vous | tu vas bien | vous allez bien',
    doing: "que fais tu | que faites vous | qu'est ce que tu fais | qu'est ce que vous faites | tu fais quoi",
    work: 'votre métier | ton métier | quel est ton travail | quel est votre travail | votre travail | ton travail | dans la vie',
    home: 'où habites tu | où habitez vous | où vis tu | où vivez vous | votre maison | ta maison | chez vous | tu habites où | vous habitez où',
    family:
      'votre famille | ta famille | vos parents | tes parents | votre mère | votre père | ta mère | ton père | votre sœur | votre frère | avez vous des enfants | as tu des enfants | avez vous des amis | as tu des amis | êtes vous mariée | êtes vous marié | avez vous une famille | vos enfants',
    past: "d'où venez vous | d'où viens tu | comment avez vous commencé | comment ça a commencé | depuis combien de temps | depuis quand | votre passé | ton passé | votre enfance | ton enfance | où avez vous grandi",
    likes:
      "qu'aimez vous | qu'aimes tu | aimez vous | aimes tu | est ce que vous aimez | est ce que tu aimes | vous aimez | tu aimes | votre préféré* | préféré | préférée | qu'est ce que vous aimez",
    fear: 'de quoi avez vous peur | de quoi as tu peur | avez vous peur | as tu peur | vous fait peur | te fait peur | votre plus grande peur',
    wish: "que voulez vous | que veux tu | votre rêve | ton rêve | de quoi rêvez vous | de quoi rêves tu | que souhaitez vous | qu'est ce que vous voulez | avez vous un rêve",
    lonely:
      'vous sentez vous seul* | te sens tu seul* | êtes vous seul* | es tu seul* | la solitude | amoureux | amoureuse | vous manque',
    age: 'quel âge avez vous | quel âge as tu | votre âge | ton âge | votre anniversaire',
    place:
      "où sommes nous | où êtes vous | où es tu | où suis je | cet endroit | que voyez vous | que vois tu | c'est quoi ici | qu'y a t il ici | on est où",
    self: "qui êtes vous | qui es tu | parlez moi de vous | parle moi de toi | comment vous appelez vous | comment t'appelles tu | votre nom | ton nom | présentez vous | présente toi | de vous",
  },
  questions:
    "que | qui | où | quand | pourquoi | comment | quel | quelle | quels | quelles | combien | est ce que | qu'est ce | c'est quoi | c'est qui | avez vous | êtes vous | as tu | es tu | savez vous | connaissez vous | y a t il | d'où | de quoi",
  tellMe:
    "parlez moi de | parle moi de | parlez moi du | parle moi du | raconte moi | racontez moi | dites moi | dis moi | expliquez moi | j'aimerais savoir | je me demande",
  asksAboutSelf: [
    '\\b(?:que|quoi|qui|ou|quand|quel\\w*|comment|combien)\\b.*\\b(?:mon|ma|mes)\\b',
    '\\b(?:ou|d ou|quel age|que|quoi|comment|qu est ce que|quel\\w*(?: \\w+)?|a quoi)\\b.*\\b(?:j|je)\\b',
    '\\b(?:suis|ai|habite|vis|travaille) je\\b',
    '\\b(?:souviens|souvenez|rappelles|rappelez|sais|savez|connais|connaissez)\\b.*\\b(?:mon|ma|mes|moi|j|je)\\b',
    '\\bque savez vous de moi\\b',
    '\\b(?:de quoi|que|qu est ce que)\\b.*\\b(?:souviens|souvenez|rappelles|rappelez|retenu)(?: (?:tu|vous))? ?$',
  ],
  askedKind: {
    named: 'appel|\\bnom\\b|\\bprenom\\b|\\bqui\\b',
    name: '\\bje m appelle\\b|\\bmon (?:nom|prenom)\\b|\\bqui suis je\\b|\\bm appelle je\\b',
    everything:
      '\\b(?:de|sur) moi\\b|\\b(?:de quoi|que|qu est ce que)\\b.*\\b(?:souviens|souvenez|rappelles|rappelez|retenu)(?: (?:tu|vous))? ?$',
    said: '\\bqu est ce que j ai (?:dit|raconte)\\b|\\bqu ai je dit\\b',
    home: '\\bou (?:est ce que )?(?:j )?(?:habite|vis)\\b|\\bou (?:je vis|j habite|est ce que je vis)\\b|\\bma ville\\b',
    origin: '\\bd ou (?:est ce que )?(?:je )?vien|\\bou suis je ne',
    age: '\\bquel age (?:ai je|j ai|est ce que j ai)\\b|\\bmon age\\b',
    work: '\\bmon (?:metier|travail|boulot)\\b|\\bou (?:est ce que )?(?:je )?travaille\\b|\\bdans la vie\\b',
    study: '\\betudi',
    like: '\\bj aime (?!pas)|\\bj aime$|\\bj aime ?$',
    dislike: '\\b(?:deteste|n aime pas)\\b',
    allergy: 'allergi',
    play: '\\bjoue\\b',
  },
  told: {
    named: [
      "\\b(?:mon|ma|mes) {key} s['’]appel(?:le|ait|lent) {value}",
      '\\ble (?:nom|prénom) de (?:mon|ma) {key} (?:est|était) {value}',
      "\\bj['’]ai (?:un|une) {key} (?:qui s['’]appelle|nommée?) {value}",
      '\\b(?:mon|ma) {key},? {Name}\\b',
    ],
    home: ["\\b(?:j['’]habite|je vis) (?:maintenant )?(?:à|en|au|aux|dans|près de) {value}", "\\bj['’]habite {value}"],
    origin: ["\\bje (?:viens|suis originaire) (?:de |du |d['’]){value}", '\\bje suis née? (?:à|en|au) {value}'],
    age: ["\\bj['’]ai {number} ans"],
    study: ["\\bj['’]étudie {value}", "\\bje fais des études (?:de |d['’]){value}"],
    work: [
      '\\bje suis (?:une? )?{Trade}',
      '\\bje travaille (?:comme|chez|à|dans|en tant que) {value}',
      "\\bmon (?:métier|travail),? (?:est|c['’]est) {value}",
    ],
    allergy: ["\\bje suis allergique (?:à la |à l['’]|aux |au |à ){value}"],
    dislike: ["\\bje (?:déteste|n['’]aime pas) {value}"],
    like: ["\\bj['’](?:aime|adore)(?: bien| beaucoup)? {value}"],
    play: ["\\bje joue (?:du |de la |de l['’]|au |aux |à ){value}"],
    have: ["\\bj['’]ai {value}"],
    trait: [
      '\\b(?:mon|ma|mes) {key} (?:est|était|sont) {value}',
      '\\b(?:mon|ma|mes) {key} (?:a|habite|vit|travaille|aime) {value}',
    ],
  },
  notValue:
    '(?:te|vous|ca|pas|peur|faim|soif|besoin|envie|froid|chaud|une question|l impression|ete|eu|fait|vu|dit|perdu|rate|passe|tres|un peu|mal|raison|tort|ici|desole\\w*|fatigue\\w*|triste|content\\w*|heureu\\w*|sur\\w*|seul\\w*)\\b.*',
  clauseEnd: ' et | mais | parce | car | qui | où | quand | depuis | aussi$',
  arithmetic: ['plus', 'moins', 'fois', 'divisé par|divise par'],
}
