/** English short forms as they stand in the phrase files (folded, without their apostrophe), and in full. */
const FULL_FORMS: Record<string, string> = {
  arent: 'are not',
  cant: 'can not',
  couldnt: 'could not',
  didnt: 'did not',
  doesnt: 'does not',
  dont: 'do not',
  ill: 'i will',
  im: 'i am',
  isnt: 'is not',
  ive: 'i have',
  shouldnt: 'should not',
  theres: 'there is',
  wasnt: 'was not',
  wont: 'will not',
  wouldnt: 'would not',
}
const SHORT = new RegExp(`\\b(?:${Object.keys(FULL_FORMS).join('|')})\\b`, 'g') // our own phrases, never people's text

/**
 * Each phrase as it is written, and with its short forms in full: whoever writes “I do not want to” means the same as
 * “I don't want to”. “Cannot” is one word as often as two.
 */
export function spellOut(phrases: readonly string[]): string[] {
  return phrases.flatMap((phrase) => {
    const full = phrase.replace(SHORT, (short) => FULL_FORMS[short] ?? short)
    if (full === phrase) return [phrase]
    return full.includes('can not') ? [phrase, full, full.replaceAll('can not', 'cannot')] : [phrase, full]
  })
}
