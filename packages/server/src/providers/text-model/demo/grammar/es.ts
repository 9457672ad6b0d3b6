import type { GrammarData } from './grammar.ts'

export const es: GrammarData = {
  stopWords:
    'el la los las un una unos unas y e o u pero si que qué quién quien dónde donde cuándo cuando por para con sin en de del al a como cómo cuál cual cuáles es son era eran soy eres fue ser estar está estoy he ha has tengo tienes tiene yo tú él ella nosotros me te se mi mis tu tus su sus lo le nos no sí muy más también ya aún ahora entonces bien puedo puedes puede decir dije dijo dicho conté contado cuéntame recuerdas acuerdas sabes llama llamaba llamo nombre hay esto eso esta ese algo',
  intents: {
    goodbye:
      'adiós | adios | buenas noches me voy | hasta luego | hasta mañana | hasta pronto | nos vemos | me tengo que ir | tengo que irme | me voy | me voy a dormir | chao | chau',
    story: 'cuéntame una historia | cuéntame un cuento | una historia | un cuento | cuéntame algo | otra historia',
    joke: 'un chiste | chiste | hazme reír | algo gracioso',
    apology: 'lo siento | perdón | perdona | disculpa | disculpe | mis disculpas',
    insult:
      'eres tonto | eres tonta | eres estúpid* | eres aburrid* | cállate | idiota | te odio | eres inútil | no sirves | qué pesad*',
    affection: 'te quiero | te amo | me gustas | me caes bien | un abrazo | me gusta hablar contigo | te adoro',
    compliment:
      'eres gracios* | eres amable | eres genial | eres list* | qué bonito | qué lindo | bien dicho | buena historia | bonita historia | jaja* | me ha gustado | eres maravillos*',
    thanks: 'gracias | muchas gracias | te lo agradezco',
    bored: 'me aburro | estoy aburrid* | qué aburrimiento | aburrid*',
    tired: 'cansado | cansada | agotado | agotada | no puedo dormir | insomnio | sin dormir | día largo | sueño',
    sad: 'triste | a solas | solo | sola | preocupado | preocupada | miedo | estrés | enojado | enojada | enfadado | enfadada | mal día | día difícil | llor* | extraño a | echo de menos',
    glad: 'feliz | contento | contenta | buen día hoy | qué alegría | maravilloso | buenas noticias | lo logré | lo conseguí | aprobé | gané | orgulloso | orgullosa',
    remember: 'recuerda que | no olvides | no te olvides | acuérdate | ten en cuenta',
    help: 'ayúdame | ayudame | puedes ayudarme | me ayudas | necesito ayuda | qué puedo hacer aquí | cómo funciona | un consejo | qué debo hacer | qué hago',
    more: 'cuéntame más | sigue | continúa | y luego | y después | y entonces | qué quieres decir | por qué no | de verdad | en serio | por qué eso | qué más | más',
    invite: 'vamos | ven conmigo | vente | sígueme',
    request:
      'dame | pásame | enséñame | muéstrame | hazme | tráeme | ven aquí | siéntate | léeme | toca algo | tócame algo | canta | canta algo | puedo probar | puedo ver | puedo sentarme | puedo ayudar | me das | abre | quisiera un | quisiera una | déjame | me puedes dar',
    greeting: 'hola | buenas | buenas tardes | buenas noches | buenos días | hey | saludos',
    no: 'no | para nada | todavía no | nunca | nadie | no creo | la verdad es que no | en absoluto',
    yes: 'sí | claro | por supuesto | exacto | es verdad | de acuerdo | vale | tienes razón | desde luego | así es | ok | cierto',
  },
  about: {
    feeling:
      'cómo estás | qué tal | cómo te sientes | cómo te va | cómo está usted | estás bien | qué tal tu día | cómo fue tu día',
    doing: 'qué haces | qué estás haciendo | en qué andas | qué hace usted',
    work: 'a qué te dedicas | tu trabajo | en qué trabajas | tu profesión | tu oficio | de qué trabajas',
    home: 'dónde vives | tu casa | dónde duermes | vives aquí | vives solo | vives sola',
    family:
      'tu familia | tus padres | tu madre | tu padre | tu hermana | tu hermano | tienes hijos | tienes familia | tienes amigos | tienes hermanos | estás casad* | tus amigos',
    past: 'de dónde eres | de dónde vienes | dónde creciste | cómo empezó | cómo empezaste | desde cuándo | cuánto tiempo llevas | tu pasado | tu infancia | cómo llegaste',
    likes:
      'qué te gusta | te gusta | te gustan | tu favorit* | tus aficiones | qué te hace feliz | qué disfrutas | favorito | favorita',
    fear: 'a qué le tienes miedo | de qué tienes miedo | tienes miedo | qué te asusta | tu mayor miedo | qué te da miedo',
    wish: 'qué quieres | tu sueño | con qué sueñas | qué deseas | qué te gustaría | tienes un sueño | tu deseo',
    lonely: 'te sientes sol* | estás sol* | echas de menos | extrañas | enamorad* | la soledad',
    age: 'cuántos años tienes | tu edad | qué edad tienes | tu cumpleaños',
    place: 'dónde estamos | dónde estás | dónde estoy | este lugar | este sitio | qué ves | qué hay aquí | qué es esto',
    self: 'quién eres | háblame de ti | cuéntame de ti | cómo te llamas | tu nombre | sobre ti | preséntate | cuéntame sobre ti | de ti',
  },
  questions:
    'qué | quién | dónde | cuándo | por qué | cómo | cuál | cuáles | cuánto | cuántos | cuántas | eres | tienes | sabes | conoces | hay | puedes | de dónde | a qué | de qué | en qué',
  tellMe:
    'háblame de | háblame del | cuéntame de | cuéntame del | cuéntame sobre | dime | explícame | me gustaría saber | quiero saber | me pregunto',
  asksAboutSelf: [
    '\\b(?:que|quien|donde|cuando|cual\\w*|como|cuanto\\w*)\\b.*\\b(?:mi|mis)\\b',
    '\\b(?:donde|de donde|en que|que|como|a que|cuantos anos) (?:vivo|trabajo|soy|vengo|naci|tengo|me|hago|estudio|odio|toco|dije|he dicho|creci)\\b',
    '\\b(?:recuerdas|acuerdas|sabes)\\b.*\\b(?:mi|mis|me|yo|vivo|tengo|soy)\\b',
    '\\bde mi$|\\bsobre mi\\b|\\bde mi ?$',
    '\\bque (?:te )?(?:dije|he dicho|conte)\\b',
    '\\bque (?:recuerdas|recuerda|te acuerdas) ?$|\\bde que te acuerdas ?$',
  ],
  askedKind: {
    named: '\\bllama|\\bnombre\\b|\\bquien\\b',
    name: '\\bmi nombre\\b|\\bcomo me llamo\\b|\\bquien soy\\b',
    everything: '\\b(?:sobre|de) mi ?$|\\bque (?:recuerdas|recuerda|te acuerdas) ?$|\\bde que te acuerdas ?$',
    said: '\\bque (?:te )?(?:dije|he dicho|acabo de decir)\\b',
    home: '\\bdonde vivo\\b|\\bmi (?:ciudad|casa)\\b',
    origin: '\\bde donde (?:soy|vengo)\\b|\\bdonde naci\\b',
    age: '\\bcuantos anos tengo\\b|\\bmi edad\\b',
    work: '\\ben que trabajo\\b|\\bmi (?:trabajo|profesion|oficio)\\b|\\ba que me dedico\\b|\\bdonde trabajo\\b|\\bde que trabajo\\b',
    study: '\\bestudio\\b',
    like: '\\bque me gusta\\b|\\bmis aficiones\\b',
    dislike: '\\bodio\\b|\\bno me gusta',
    allergy: 'alergi',
    play: '\\btoco\\b',
  },
  told: {
    named: [
      '\\bmi {key} se llama(?:ba)? {value}',
      '\\bel nombre de mi {key} (?:es|era) {value}',
      '\\btengo (?:un|una) {key} que se llama {value}',
      '\\bmi {key},? {Name}\\b',
    ],
    home: ['\\bvivo (?:ahora )?(?:en|cerca de) {value}'],
    origin: ['\\bsoy de {value}', '\\bvengo de {value}', '\\bnací en {value}', '\\bcrecí en {value}'],
    age: ['\\btengo {number} años'],
    study: ['\\bestudio {value}'],
    work: ['\\bsoy (?:una? )?{Trade}', '\\btrabajo (?:como|de|en) {value}', '\\bmi (?:trabajo|profesión) es {value}'],
    allergy: [
      '\\bsoy alérgic[oa] (?:a la |a los |a las |al |a ){value}',
      '\\btengo alergia (?:a la |a los |a las |al |a ){value}',
    ],
    dislike: ['\\bodio {value}', '\\bno me gustan? {value}', '\\bdetesto {value}'],
    like: ['\\bme (?:gustan?|encantan?)(?: mucho)? {value}', '\\badoro {value}'],
    play: ['\\btoco {value}', '\\bjuego al? {value}'],
    have: ['\\btengo {value}'],
    trait: [
      '\\bmi {key} (?:es|era|está) {value}',
      '\\bmi {key} (?:tiene|vive|trabaja|nació) {value}',
      '\\bmis {key} (?:son|eran) {value}',
    ],
  },
  notValue:
    '(?:te|hablar|que|miedo|hambre|sed|frio|calor|sueno|ganas|razon|una pregunta|tiempo|prisa|esto|eso|muy|un poco|triste|feliz|asi|yo|tu|contigo)\\b.*',
  clauseEnd: ' y | e | pero | porque | que | donde | cuando | desde | también$',
  arithmetic: ['más|mas', 'menos', 'por', 'entre|dividido por'],
}
