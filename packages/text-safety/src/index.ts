/** The public API of the package: everything else is internal. */
export { createCueReader, type ReadText, withoutShielded } from './cue-reader.ts'
export { type Cue, type FoundCues, findCues, foldedIndexAt } from './find-cues.ts'
export { type FoldedText, foldText, isWordCode } from './fold-text.ts'
export {
  buildLexicons,
  compileLexicon,
  expandContractions,
  expandPhrases,
  type LazyLexicon,
  type Lexicon,
  type NumberWords,
  type PhraseSlots,
} from './lexicon.ts'
export type { OpenPrefix } from './phrase-matcher.ts'
export type { Phrase } from './phrase-trie.ts'
export { type CombinedCue, type CueRule, RuleEvaluator, type RuleHit } from './rule-evaluator.ts'
