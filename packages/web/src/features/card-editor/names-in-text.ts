/** The names that stand for `{{char}}` and `{{user}}` while someone writes. */
export interface ShownNames {
  char: string
  user: string
}

const OPEN = '‹'
const CLOSE = '›'

/** A text with names in ‹ › in place of the marks for them; a name that is empty, or both at once, stays a mark. */
export function showNames(text: string, { char, user }: ShownNames): string {
  const withChar = char === '' ? text : text.replace(/\{\{char\}\}/gi, () => OPEN + char + CLOSE)
  return user === '' || user === char ? withChar : withChar.replace(/\{\{user\}\}/gi, () => OPEN + user + CLOSE)
}

/** The reverse of `showNames`: what is kept has the marks again. */
export function hideNames(text: string, { char, user }: ShownNames): string {
  const withChar = char === '' ? text : text.replaceAll(OPEN + char + CLOSE, '{{char}}')
  return user === '' || user === char ? withChar : withChar.replaceAll(OPEN + user + CLOSE, '{{user}}')
}
