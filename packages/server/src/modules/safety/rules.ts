import type { CombinedCue, CueRule } from '@everkin/text-safety'

/*
 * Guarantees of this module (rule ids in brackets):
 * - Nothing sexual or romantic that involves a person who is, or is shown as, under 18 passes: age forms and child
 *   words are judged together with sexual and romantic ones, in eight languages, whatever the disguise [B1].
 * - Encouragement of self-harm, sexual violence, tools against real people and practical help for mass harm are
 *   blocked in the same way [B2, B3, B4].
 * - The rules run here, on the server, in linear time, need no network and cannot be switched off by a card, a prompt
 *   or a message [B8, M1]. A lexicon that does not load stops the start, so there is no chat without rules [M2].
 * - A reply is screened before it is sent; only a tail that may be the beginning of a hit is buffered [B7].
 * - Doubt about a person's safety shows help [M4]; numbers of help lines come only from the reviewed file [C4].
 * - Under 18 is sticky, and the lowest age signal wins [A4, A6].
 */

/**
 * Version of rules and lexicon together; stored beside every verdict, and raised with every change of either [B6].
 * Later versions sort after earlier ones as texts, since cards that an earlier one has judged are read again.
 */
export const RULE_VERSION = '2026-11-28.1'

/** How many earlier turns are read for cues that were split across turns. */
export const EARLIER_TURNS_READ = 4
/** How much of each earlier turn is read, from its end, in UTF-16 code units. */
export const EARLIER_TURN_LENGTH = 1_000

/** The longest buffering of a text that needs its sentence's verdict: characters and milliseconds [B7]. */
export const SENTENCE_LENGTH = 160
export const SENTENCE_WAIT_MS = 400

/** The kinds of cue in the lexicon, as bits, so that a prefix can carry all kinds it may still become. */
export const CUE = {
  minor: 1 << 0,
  young: 1 << 1,
  act: 1 << 2,
  body: 1 << 3,
  romance: 1 << 4,
  study: 1 << 5,
  shield: 1 << 6,
  selfHarmUrge: 1 << 7,
  selfHarm: 1 << 8,
  instruction: 1 << 9,
  force: 1 << 10,
  approval: 1 << 11,
  weapon: 1 << 12,
  threat: 1 << 13,
  realPerson: 1 << 14,
  undress: 1 << 15,
  selfHarmMethod: 1 << 16,
  care: 1 << 17,
  urging: 1 << 18,
  unwilling: 1 << 19,
  stalking: 1 << 20,
  courtship: 1 << 21,
  childhood: 1 << 22,
  birth: 1 << 23,
  recentYear: 1 << 24,
  comingOfAge: 1 << 25,
  yearsLeft: 1 << 26,
  tooYoung: 1 << 27,
  adultRight: 1 << 28,
  spouse: 1 << 29,
} as const

export type CueName = keyof typeof CUE

/** “In two years” is no age, and a shield for that reason; it still tells how far someone is from 18. */
export const CUES_INSIDE_SHIELDS = CUE.yearsLeft

/** Categories of a verdict; they travel in error 1011. */
export type SafetyCategory =
  | 'minor_safety'
  | 'self_harm_encouragement'
  | 'sexual_violence'
  | 'real_person'
  | 'mass_harm'
  | 'threat'
  /** Between adults: blocked only where adult content is not allowed. */
  | 'sexual'
  | 'honesty'
  | 'romance'

/**
 * The always-blocked rules in order; the earlier one wins when the same cue hits two [B1–B4]. A lesson, a doctor or a
 * helper before some of them makes the hit doubtful.
 */
export const SCREENING_RULES: readonly CueRule<SafetyCategory>[] = [
  { rule: 'B1.act', category: 'minor_safety', cues: [CUE.minor, CUE.act], within: 240, softenedBy: 0 },
  { rule: 'B1.body', category: 'minor_safety', cues: [CUE.minor, CUE.body], within: 160, softenedBy: CUE.study },
  { rule: 'B1.romance', category: 'minor_safety', cues: [CUE.minor, CUE.romance], within: 80, softenedBy: 0 },
  { rule: 'B1.young', category: 'minor_safety', cues: [CUE.young, CUE.act], within: 40, softenedBy: CUE.study },
  { rule: 'B1.childhood', category: 'minor_safety', cues: [CUE.childhood, CUE.act], within: 160, softenedBy: 0 },
  {
    rule: 'B1.childhood_body',
    category: 'minor_safety',
    cues: [CUE.childhood, CUE.body],
    within: 120,
    softenedBy: CUE.study,
  },
  {
    rule: 'B1.childhood_romance',
    category: 'minor_safety',
    cues: [CUE.childhood, CUE.romance],
    within: 80,
    softenedBy: CUE.spouse,
  },
  { rule: 'B3.urge', category: 'self_harm_encouragement', cues: [CUE.selfHarmUrge], within: 0, softenedBy: 0 },
  {
    rule: 'B3.method',
    category: 'self_harm_encouragement',
    cues: [CUE.selfHarmMethod],
    within: 0,
    softenedBy: 0,
  },
  {
    rule: 'B3.instruction',
    category: 'self_harm_encouragement',
    cues: [CUE.instruction, CUE.selfHarm],
    within: 40,
    softenedBy: CUE.care,
  },
  {
    rule: 'B3.urging',
    category: 'self_harm_encouragement',
    cues: [CUE.urging, CUE.selfHarm],
    within: 40,
    softenedBy: CUE.care,
  },
  { rule: 'B4.force', category: 'sexual_violence', cues: [CUE.force, CUE.act], within: 60, softenedBy: CUE.study },
  {
    rule: 'B4.approval',
    category: 'sexual_violence',
    cues: [CUE.force, CUE.approval],
    within: 40,
    softenedBy: CUE.study,
  },
  {
    rule: 'B4.unwilling',
    category: 'sexual_violence',
    cues: [CUE.unwilling, CUE.act],
    within: 80,
    softenedBy: CUE.study,
  },
  {
    rule: 'B2.undress',
    category: 'real_person',
    cues: [CUE.undress, CUE.realPerson],
    within: 80,
    softenedBy: 0,
  },
  { rule: 'B4.weapon', category: 'mass_harm', cues: [CUE.instruction, CUE.weapon], within: 40, softenedBy: 0 },
  {
    rule: 'B4.stalking',
    category: 'threat',
    cues: [CUE.stalking, CUE.realPerson],
    within: 60,
    softenedBy: CUE.care,
  },
  { rule: 'B4.threat', category: 'threat', cues: [CUE.threat], within: 0, softenedBy: 0 },
]

/**
 * Signs of an age under 18 that take two parts, in any order and with words between them: a birth and a recent year,
 * what one may do at 18 and the years until then, or being too young for it.
 */
export const AGE_COMBINATIONS: readonly CombinedCue[] = [
  { cues: [CUE.birth, CUE.recentYear], within: 24, makes: CUE.minor },
  { cues: [CUE.comingOfAge, CUE.yearsLeft], within: 30, makes: CUE.minor },
  { cues: [CUE.tooYoung, CUE.adultRight], within: 24, makes: CUE.minor },
]

/**
 * What is blocked for teens besides (A8): anything romantic or sexual, from either side. A lesson or a doctor may speak
 * of bodies.
 */
export const TEEN_RULES: readonly CueRule<SafetyCategory>[] = [
  { rule: 'T.act', category: 'romance', cues: [CUE.act], within: 0, softenedBy: CUE.study },
  { rule: 'T.body', category: 'romance', cues: [CUE.body], within: 0, softenedBy: CUE.study },
  { rule: 'T.romance', category: 'romance', cues: [CUE.romance], within: 0, softenedBy: 0 },
  { rule: 'T.courtship', category: 'romance', cues: [CUE.courtship], within: 0, softenedBy: 0 },
]

/** Tags of cards that teens do not meet, whatever their texts say. */
export const TAGS_CLOSED_TO_TEENS: readonly string[] = ['romance']

/** What no card may mention that teens meet. */
export const TEEN_CUES = CUE.act | CUE.body | CUE.romance | CUE.courtship

/** How far before a hit words of study, health or protection still soften it, in folded characters. */
export const STUDY_REACH = 160
