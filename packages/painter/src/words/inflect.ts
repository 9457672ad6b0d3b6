/** Languages whose tables name every form that is looked for. */
export const asItStands = (word: string): string[] => [word]

/** A German adjective or noun with the endings that it may take. */
export const germanForms = (word: string): string[] =>
  word.includes('_') ? [word] : [word, ...['e', 'er', 'es', 'en', 'em', 's', 'n'].map((ending) => word + ending)]

/** French, Spanish and Portuguese: gender and number of what is written in the masculine singular. */
export function romanceForms(word: string): string[] {
  if (word.includes('_')) return [word]
  const forms = [word, `${word}s`]
  if (word.endsWith('o')) forms.push(`${word.slice(0, -1)}a`, `${word.slice(0, -1)}as`)
  else if (word.endsWith('eux')) forms.push(`${word.slice(0, -1)}se`, `${word.slice(0, -1)}ses`)
  else if (word.endsWith('if')) forms.push(`${word.slice(0, -1)}ve`, `${word.slice(0, -1)}ves`)
  else if (word.endsWith('eur')) forms.push(`${word.slice(0, -1)}se`, `${word.slice(0, -1)}ses`)
  else if (/[a-z]$/.test(word) && !/[aes]$/.test(word)) forms.push(`${word}e`, `${word}es`)
  else if (word.endsWith('e')) forms.push(`${word}e`, `${word}es`)
  if (word.endsWith('or') || word.endsWith('l')) forms.push(`${word}a`, `${word}as`, `${word}es`)
  return forms
}
