/**
 * A number with its noun, for the English output of commands: “1 account”, “2 accounts”. Texts for people are in
 * `locales`, with plurals of their own.
 * @param plural where it is not the noun with an s
 */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`
}
