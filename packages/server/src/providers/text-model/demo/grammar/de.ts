import type { GrammarData } from './grammar.ts'

export const de: GrammarData = {
  stopWords:
    'der die das den dem des ein eine einen einem einer eines und oder aber wenn weil so zu von in im auf an am bei mit für aus als ist sind war waren bin bist sein haben habe hast hat hatte ich du er sie es wir ihr mich dich mir dir uns mein meine meinen meinem meiner dein deine deinen deiner deinem sein seine was wer wo wann warum wie welche welcher welches kann kannst könnte würde soll muss nicht ja nein nur sehr auch dann noch mal jetzt über sag sagen gesagt erzähl weißt wissen erinnerst denke heißt heiße hieß hiess name gern bitte schon immer wieder etwas viel ein paar doch denn eigentlich',
  intents: {
    goodbye:
      'tschüss | tschüs | auf wiedersehen | gute nacht | bis bald | bis morgen | bis später | ich muss los | ich muss gehen | ich gehe schlafen | ich geh schlafen | mach s gut | ciao',
    story:
      'erzähl mir eine geschichte | erzähle mir eine geschichte | eine geschichte | geschichte bitte | erzähl mir etwas | erzähl mir was | erzählen sie mir eine geschichte | noch eine geschichte',
    joke: 'witz | einen witz | bring mich zum lachen | etwas lustiges',
    apology: 'entschuldigung | tut mir leid | verzeihung | sorry | entschuldige | es tut mir leid',
    insult:
      'du bist dumm | du bist doof | du bist langweilig | du nervst | halt den mund | halt die klappe | idiot | du bist blöd | ich hasse dich | du bist nutzlos | sie sind langweilig',
    affection:
      'ich liebe dich | ich mag dich | hab dich lieb | umarm* | ich hab dich gern | du bist süß | ich rede gern mit dir | ich mag sie sehr',
    compliment:
      'du bist lustig | du bist nett | du bist klug | du bist toll | das war schön | das ist schön | schön gesagt | gut gesagt | schöne geschichte | das gefällt mir | haha* | sie sind nett | tolle geschichte',
    thanks: 'danke | dankeschön | vielen dank | dank dir',
    bored: 'mir ist langweilig | langweil* | ich langweile mich',
    tired: 'müde | erschöpft | kann nicht schlafen | schlaflos | kaputt | lange schicht | langer tag',
    sad: 'traurig | einsam | allein | sorge* | angst | gestresst | wütend | schlechter tag | schwerer tag | weine* | tut weh | vermisse',
    glad: 'glücklich | freue mich | froh | guter tag | schöner tag | wunderbar | gute nachricht* | geschafft | bestanden | gewonnen | stolz',
    remember: 'merk dir | merken sie sich | vergiss nicht | vergessen sie nicht | denk daran | behalte',
    help: 'hilf mir | helfen sie mir | kannst du mir helfen | können sie mir helfen | ich brauche hilfe | was kann ich hier | wie geht das hier | ich brauche rat | was soll ich tun',
    more: 'erzähl mehr | mehr davon | weiter | und dann | wie meinst du das | wieso das | warum nicht | wirklich | echt | warum das | was noch | erzähl weiter',
    invite: 'lass uns | lasst uns | komm mit | kommst du mit | gehen wir | folge mir | kommen sie mit',
    request:
      'gib mir | reich mir | zeig mir | mach mir | bring mir | komm her | setz dich | kannst du mir bitte | darf ich | kann ich mal | lies mir | spiel mir | spiel etwas | sing etwas | lehre mich | bring mir bei | geben sie mir | zeigen sie mir | mach die | mach das | öffne | ich hätte gern | könnten sie',
    greeting: 'hallo | hi | hey | guten abend | guten morgen | guten tag | moin | servus | grüß dich | grüß gott',
    no: 'nein | nö | nee | eigentlich nicht | lieber nicht | noch nicht | niemand | nie | stimmt nicht | auf keinen fall',
    yes: 'ja | klar | genau | stimmt | natürlich | sicher | einverstanden | okay | ok | gerne | jawohl | doch | du hast recht | sie haben recht',
  },
  about: {
    feeling:
      'wie geht es dir | wie gehts dir | wie gehts | wie geht es ihnen | wie fühlst du dich | wie war dein tag | geht es dir gut | alles gut bei dir',
    doing:
      'was machst du gerade | was machst du da | was tust du | womit beschäftigst du | was machen sie gerade | was machst du',
    work: 'was machst du beruflich | was arbeitest du | dein beruf | deine arbeit | ihr beruf | was sind sie von beruf | was bist du von beruf | wovon lebst du',
    home: 'wo wohnst du | wo lebst du | wo wohnen sie | dein zuhause | wo schläfst du',
    family:
      'deine familie | deine eltern | deine mutter | dein vater | deine schwester | dein bruder | hast du kinder | hast du familie | hast du freunde | bist du verheiratet | haben sie kinder | haben sie familie | ihre familie | hast du geschwister',
    past: 'woher kommst du | woher kommen sie | wo bist du aufgewachsen | wie bist du hierher gekommen | wie hat es angefangen | wie lange machst du | seit wann | wie bist du dazu gekommen | deine vergangenheit | deine kindheit | was hast du früher gemacht',
    likes:
      'was magst du | magst du | was gefällt dir | was mögen sie | deine lieblings* | dein lieblings* | was machst du gern | deine hobbys | was liebst du',
    fear: 'wovor hast du angst | hast du angst | wovor haben sie angst | deine größte angst | was macht dir angst',
    wish: 'was willst du | was wünschst du dir | wovon träumst du | dein traum | was möchtest du | was wünschen sie sich | dein größter wunsch | hast du einen traum',
    lonely:
      'bist du einsam | fühlst du dich einsam | vermisst du | bist du allein | warst du schon verliebt | sind sie einsam | bist du verliebt',
    age: 'wie alt bist du | wie alt sind sie | dein alter | wann hast du geburtstag',
    place:
      'wo sind wir | wo bist du | wo bin ich | was ist das hier | was siehst du | dieser ort | wo ist das hier | was gibt es hier',
    self: 'wer bist du | wer sind sie | über dich | von dir | wie heißt du | wie heißen sie | dein name | stell dich vor | beschreib dich',
  },
  questions:
    'was | wer | wo | wann | warum | wie | welche | welcher | welches | wieso | weshalb | wohin | woher | wem | wen | wessen | bist du | hast du | kannst du | magst du | gibt es | ist das | sind wir | hast | kennst du | weißt du',
  tellMe:
    'erzähl mir von | erzähl von | erzähl mir über | erzähle mir von | erzähl mir mehr | sag mir | erklär mir | ich möchte wissen | ich frage mich | erzählen sie mir von',
  asksAboutSelf: [
    '\\b(?:was|wer|wo|wann|wie|welche[rs]?|wohin|woher)\\b.*\\b(?:mein\\w*)\\b',
    '\\b(?:wo|woher|wie alt|was|womit|wie|wogegen|welche \\w+|welches \\w+) (?:wohne|lebe|arbeite|komme|bin|mache|mag|heisse|habe|studiere|spiele|hasse|esse|trinke) ich\\b',
    '\\b(?:weisst|erinnerst|wissen|kennst)\\b.*\\b(?:mein\\w*|mich|ich)\\b',
    '\\bwas (?:habe|hab) ich\\b',
    '\\bhabe ich\\b',
    '\\bmag ich\\b',
    '\\b(?:woran|was) (?:erinnerst du dich|erinnern sie sich|weisst du noch|wissen sie noch|hast du dir gemerkt) ?$',
  ],
  askedKind: {
    named: '\\bheisst\\b|\\bhiess\\b|\\bname\\b|\\bwer\\b',
    name: '\\b(?:wie heisse ich|mein name|meinen namen|wer bin ich)\\b',
    everything:
      '\\buber mich\\b|\\bvon mir\\b|\\b(?:woran|was) (?:erinnerst du dich|erinnern sie sich|weisst du noch|wissen sie noch|hast du dir gemerkt) ?$',
    said: '\\bwas hab(?:e)? ich (?:gerade |eben )?gesagt\\b',
    home: '\\bwo (?:wohne|lebe|wohn|leb) ich\\b|\\bwo ich wohne\\b|\\bmein\\w* (?:wohnort|stadt|zuhause)\\b',
    origin: '\\bwoher (?:komme|komm|stamme) ich\\b',
    age: '\\bwie alt bin ich\\b|\\bmein alter\\b',
    work: '\\b(?:was|wo|als was) arbeite ich\\b|\\bmein\\w* (?:beruf|arbeit|job)\\b|\\bvon beruf\\b|\\bmache ich beruflich\\b',
    study: '\\bstudiere ich\\b',
    like: '\\bwas (?:mag|liebe) ich\\b|\\bmache ich gern',
    dislike: '\\bhasse ich\\b|\\bmag ich (?:nicht|kein\\w*)\\b',
    allergy: 'allergi',
    play: '\\bspiele ich\\b',
  },
  told: {
    named: [
      '\\bmein(?:e|er|em|en)? {key} (?:heißt|hieß|heisst|hiess) {value}',
      '\\bder name mein(?:es|er) {key} (?:ist|war) {value}',
      '\\bmein(?:e|er|em|en)? {key} {Name} ',
    ],
    home: ['\\bich (?:wohne|lebe|wohn|leb) (?:jetzt |seit \\w+ |in der nähe von )?(?:in|auf|bei|am|an der) {value}'],
    origin: ['\\bich (?:komme|stamme|bin) aus {value}', '\\bich bin in {before} (?:geboren|aufgewachsen)'],
    age: ['\\bich bin {number}(?: jahre alt)?(?=[.,!]|$| und)'],
    study: ['\\bich studiere {value}'],
    work: [
      '\\bich arbeite (?:als|bei|in|im) {value}',
      '\\bich bin (?:eine? )?(?:von beruf )?{Noun}',
      '\\bmein beruf ist {value}',
    ],
    allergy: ['\\bich bin allergisch (?:gegen|auf) {value}'],
    dislike: ['\\bich (?:hasse|verabscheue) {value}', '\\bich mag (?:kein|keine|keinen) {value}'],
    like: ['\\bich (?:mag|liebe) {value}'],
    play: ['\\bich spiele {value}'],
    have: ['\\bich habe {value}'],
    trait: [
      '\\bmein(?:e|er|em|en)? {key} (?:ist|war|sind) {value}',
      '\\bmein(?:e|er|em|en)? {key} (?:wohnt|lebt|arbeitet|liebt|mag) {value}',
    ],
  },
  notValue:
    '(?:dich|es|hunger|durst|angst|keine|kein|nicht|eine frage|gerade|heute|noch|nie|recht|zeit|lust|das gefuhl)\\b.*|.* (?:gesehen|gehort|gemacht|gedacht|vergessen|verloren|gesagt|gefunden|gegessen)',
  clauseEnd: ' und | aber | weil | denn | die | der | das | wo | gern$| gerne$| sehr$',
  arithmetic: ['plus|und', 'minus|weniger', 'mal', 'durch|geteilt durch'],
}
