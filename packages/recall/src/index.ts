/** The public API of the package: everything else is internal. */
export { Bm25Index } from './bm25-index.ts'
export { reciprocalRankFusion, topK } from './ranking.ts'
export {
  indexTerms,
  isUnspaced,
  MAX_WORD_LENGTH,
  normalizeForSearch,
  overlapShare,
  queryWords,
  splitIntoRuns,
  stripArabicArticle,
  termHashes,
} from './tokenize.ts'
export { deletionVariants, editDistance, maxTypos } from './typos.ts'
export { VectorIndex } from './vector-index.ts'
