import type { GrammarData } from './grammar.ts'

export const en: GrammarData = {
  stopWords:
    'a an the and or but if so of to in on at by for with from as is are was were am be been being do does did done have has had i you he she it we they me him her us them my your his its our their mine yours this that these those there here what who whom whose which where when why how can could would should will shall may might must not no yes just very really too also then than now about into over out up down said say says tell told remember know think called name again please ever still some any more much many one got get m s t re ve ll d don didn',
  intents: {
    goodbye:
      "goodbye | good bye | sleep well | take care | have a good night | see you later | bye | bye bye | good night | goodnight | see you around | see you soon | see you tomorrow | i have to go | i must go | i should go | gotta go | i need to go | i am going to bed | i'm going to bed | call it a night | talk to you later | farewell | i should head off | i'm off",
    story:
      'tell me a story | tell a story | tell me something | tell me another story | another story | a story please | a bedtime story | do you know a story | do you know any stories | any stories | have a story | a story about | tell us a story',
    joke: 'tell me a joke | a joke | another joke | joke please | something funny | make me laugh | any jokes',
    apology: 'sorry | i apologise | i apologize | my apologies | forgive me | my bad | pardon me',
    insult:
      "you are stupid | you're stupid | you are an idiot | you're an idiot | you are boring | you're boring | this is boring you | you are dumb | you're dumb | you are useless | you're useless | shut up | i hate you | you suck | stupid bot | you make no sense | you're annoying | you are annoying | you are rude | you're rude",
    affection:
      "i love you | love you | i like you | i really like you | i like talking to you | i like talking with you | hug | hugs | i adore you | i am fond of you | you are sweet | you're sweet | you are my friend | be my friend | hold your hand | miss you | i trust you",
    compliment:
      "you're funny | you are funny | you're kind | you are kind | you're nice | you are nice | you're clever | you are clever | you're smart | you are smart | you're great | you are great | you're amazing | you're wonderful | you are wonderful | you are beautiful | you're beautiful | well said | nicely put | that was beautiful | that is beautiful | that's beautiful | good one | great story | nice story | lovely story | good story | i liked that | i love that | that's lovely | that was lovely | that's funny | haha* | lol | good answer",
    thanks: 'thank you | thanks | thank u | cheers | much appreciated | grateful | thx',
    bored: "i am bored | i'm bored | so bored | boring day | nothing to do | this is boring | bored",
    tired:
      "tired | exhausted | can't sleep | cannot sleep | couldn't sleep | sleepy | worn out | no sleep | awake all night | insomnia | long day | long shift",
    sad: "i am sad | i'm sad | feel sad | feeling sad | so sad | lonely | feel alone | feeling down | unhappy | worried | anxious | i am afraid | i'm afraid | scared | stressed | heartbroken | broke up | bad day | hard day | terrible day | awful day | rough day | rough week | crying | i cried | miss him | miss her | miss them | i miss my | lost my | passed away | died | fired | failed | i feel bad | grief | depressed | not so good | not well | nervous",
    glad: "i am happy | i'm happy | so happy | feel happy | i am glad | i'm glad | so glad | excited | good day | great day | good news | great news | new job | got the job | got engaged | we are engaged | having a baby | i got in | i won | we won | i passed | i did it | i got the job | proud | lovely day | delighted | getting married | promotion | i feel good | i feel great | i feel better | it's my birthday | best day",
    remember:
      "remember this | remember that | please remember | don't forget | do not forget | keep in mind | make a note",
    help: 'can you help | could you help | i need help | help me | what can i do here | how does this work | what can we do | what should i do | any advice | i need advice | what can you do | what can i ask you | what should we talk about | what shall we talk about',
    more: 'tell me more | more please | go on | continue | and then | what happened next | what happened then | then what | keep going | say more | what do you mean | how so | why is that | why not | why so | really | how come | what else',
    invite:
      "let us | let's | lets | come with me | follow me | shall we go | come along | do you want to come | want to come",
    request:
      "give me | hand me | pass me | show me | make me | bring me | take me | come here | sit down | sit with me | could you please | can you please | would you please | may i have | can i have | could i have | can i try | can i sit | may i sit | can i come | may i come | can i see | may i see | can i help | let me | play me | play something | play us | sing me | sing something | read me | read to me | pour me | i would like a | i'd like a | a cup of | open the | close the | turn on | turn off | look at",
    greeting:
      "hello | hi | hey | good evening | good morning | good afternoon | greetings | hiya | howdy | are you there | are you still there | anyone here | nice to meet you | pleased to meet you | i'm back | i am back",
    no: "no | nope | i don't want to | i'd rather not | nah | not really | no thanks | no thank you | i don't think so | i disagree | never | not yet | nobody | no one",
    yes: "yes | yeah | yep | yup | sure | of course | okay | ok | fine | i agree | agreed | exactly | true | right | absolutely | definitely | i do | i think so | sounds good | you are right | you're right | all right | alright",
  },
  about: {
    feeling:
      "how are you | how do you feel | how are things | how is it going | how was your day | how do you do | are you okay | are you ok | are you well | are you happy | are you tired | are you sad | are you all right | how have you been | how's your day | how is your day",
    doing:
      'what are you doing | what are you up to | are you busy | what are you working on | what have you been doing | what are we doing | what are you making | what are you reading | what are you drawing | what are you writing',
    work: "what do you do | what is your job | what's your job | your work | your job | for a living | do you like your job | your profession | what do you work | your trade",
    home: 'where do you live | where is your home | your house | your home | where do you sleep | do you live here | do you live alone',
    family:
      'your family | your parents | your mother | your father | your sister | your brother | your children | have children | have kids | have a family | your friends | have friends | are you married | your wife | your husband | any siblings | your best friend | do you have a friend',
    past: 'where are you from | where do you come from | where did you grow up | your past | your childhood | how did you start | how did you become | how long have you | why did you become | how did it begin | how did it start | what did you do before | when did you start | where were you born | your history | how did you get here | how did you end up | what was it like | since when have you',
    likes:
      'what do you like | do you like | do you love | your favourite | your favorite | what do you enjoy | your hobbies | your hobby | what makes you happy | what do you love | do you enjoy | in your free time',
    fear: 'are you afraid | what are you afraid of | what scares you | your fear | your biggest fear | what frightens you | are you scared | do you fear | what worries you | your greatest fear',
    wish: 'what do you want | your dream | your dreams | what do you dream | what do you wish | your wish | your plans | what are you hoping | what do you hope | what would you like | your goal | do you have a dream | what would make you happy | if you could',
    lonely:
      'are you lonely | get lonely | feel lonely | do you miss | are you alone | in love | ever been in love | are you single',
    age: 'how old are you | your age | when is your birthday | your birthday',
    place:
      "where are we | show me around | show us around | what's going on | what is going on | what is happening | what's happening | where are you | where am i | this place | look around | what do you see | what is here | what's here | where is this | what can i see | what does it look like here | what is outside | where are we going | what is this room",
    self: "who are you | about yourself | about you | what's your name | what is your name | your name | your story | introduce yourself | describe yourself | what are you like | what kind of person are you",
  },
  questions:
    "what | what's | who | who's | where | where's | when | why | how | which | whose | is it | is there | are there | are you | do you | did you | can you | could you | would you | will you | have you | does | is she | is he | was it | shall we | should i | may i | can i",
  tellMe:
    "tell me about | tell me the | tell me who | tell me what | tell me why | tell me how | explain | describe | i want to know | i'd like to know | i would like to know | i wonder | more about | tell me more about",
  asksAboutSelf: [
    '\\b(?:what|who|where|when|which|how old|how many)\\b.*\\b(?:my|mine)\\b',
    '\\b(?:what|who|where|when|which)\\b (?:do|did|am|was|have) i\\b',
    '\\b(?:what|who|where|when|which) \\w+ (?:do|did|am|was|have) i\\b',
    '\\b(?:how old|how many \\w+) (?:am|do|did|have) i\\b',
    '^ ?(?:so )?(?:do|did|am|was|have) i\\b',
    '\\b(?:do|did|can|will) you (?:still )?(?:remember|know|recall|forget)\\b.*\\b(?:my|me|i)\\b',
    '\\bwhat do you (?:know|remember) about me\\b',
    '\\bwhat did i (?:just )?(?:say|tell)\\b',
    '\\bremind me\\b.*\\b(?:my|i)\\b',
    '\\bwhat (?:do|can) you (?:still )?remember ?$',
  ],
  askedKind: {
    named: '\\bname\\b|\\bcalled\\b|\\bwho\\b',
    name: '\\bmy name\\b|\\bwho (?:am i|i am)\\b|\\bwhat am i called\\b|\\bremember me ?$',
    everything:
      '\\b(?:know|remember|learn\\w*) about me\\b|\\bwhat (?:have|did) i (?:told|tell) you(?: so far)?\\s*$|\\bwhat (?:do|can) you (?:still )?remember ?$',
    said: '\\bwhat did i (?:just )?say\\b|\\bwhat did i just\\b|\\bmy last (?:message|words)\\b',
    home: '\\bwhere (?:do|did|am) i liv|\\bwhere i live\\b|\\bmy (?:home|town|city|village)\\b|\\bwhere is home\\b',
    origin: '\\bwhere (?:am|do|was|did) i (?:from|come|born|grow)',
    age: '\\bhow old am i\\b|\\bmy age\\b',
    work: '\\bwhat (?:do|did) i do\\b|\\bmy (?:job|work|profession|occupation)\\b|\\bwhere do i work\\b|\\bwhat i do\\b',
    study: '\\bdo i study\\b|\\bwhat am i studying\\b|\\bmy (?:studies|subject)\\b',
    like: '\\bwhat (?:do|did) i (?:like|love|enjoy)\\b|\\bmy hobb',
    dislike: '\\bi (?:hate|dislike)\\b|\\bi (?:not|don t) (?:like|love|stand)\\b',
    allergy: '\\ballerg',
    play: '\\b(?:do|did) i play\\b|\\bmy instrument\\b',
  },
  told: {
    named: [
      "\\bmy {key}(?:['’]s)? name(?: is| was|['’]s) {value}",
      '\\bthe name of my {key} (?:is|was) {value}',
      '\\bmy {key} (?:is|was|are|were) (?:called|named) {value}',
      "\\bi(?: have|[’']ve got| had) (?:a|an|one|two|three|four) {key} (?:called|named) {value}",
      '\\bmy {key},? {Name},',
      '\\bmy {key} {Name}\\b',
    ],
    home: ['\\bi (?:live|lived|am living|stay) (?:in|at|near|on|by) {value}', "\\bi['’]m living in {value}"],
    origin: ["\\bi(?: am|['’]m) (?:originally )?from {value}", '\\bi (?:come from|was born in|grew up in) {value}'],
    age: ["\\bi(?: am|['’]m) {number}(?: years old)?(?=[.,!]|$| and)", '\\bi turned {number}'],
    study: ["\\bi(?: am|['’]m)? study(?:ing)? {value}"],
    work: [
      "\\bi(?: am|['’]m) (?:a|an) {value}",
      '\\bi teach {value}',
      '\\bi work as (?:a |an )?{value}',
      '\\bi work (?:at|in|for|on) {value}',
      '\\bmy job is {value}',
      '\\bi used to be (?:a |an ){value}',
    ],
    allergy: ["\\bi(?: am|['’]m) allergic to {value}"],
    dislike: ["\\bi (?:really )?(?:hate|dislike|can['’]t stand|cannot stand|do not like|don['’]t like) {value}"],
    like: [
      '\\bi (?:really |also )?(?:like|love|enjoy|adore) {value}',
      "\\bi(?: am|[’']m) fond of {value}",
      '\\bi collect {value}',
    ],
    play: ['\\bi (?:also )?play {value}'],
    have: ["\\bi(?: have|['’]ve got) {value}"],
    trait: ['\\bmy {key} (?:is|was|are|were) {value}', '\\bmy {key} (?:lives|lived|works|worked|loves|likes) {value}'],
  },
  notValue:
    '(?:you|it|that|this|them|him|her|to|no|not|been|a bit|bit|little|lot|fan|big fan|mess|idiot|question|idea|no idea|talking|listening|your|so|just|fine|here|there|going|sure|sorry|afraid|nothing|something|one|gone|coming|had)\\b.*|.*\\b(?:question|idea|feeling|favour|problem)',
  clauseEnd: ' and | but | because | so | which | who | when | while | since | though | now$| too$| as well$',
  arithmetic: ['plus', 'minus', 'times|multiplied by', 'divided by|over'],
}
