import { LIMITS } from '@everkin/contract/limits.ts'
import { AppError } from '../../../platform/app-error.ts'
import { COMMON_PASSWORDS, KEYBOARD_ROWS } from './common-passwords.ts'

/**
 * The password rules (AUTH-16): at least eight characters, and not a common password. There are no composition rules.
 * @throws AppError InvalidInput with the text key of the rule that failed.
 */
export function checkPassword(password: string, email: string | null, path = 'password'): void {
  const refuse = (message: string, textKey: string) => {
    throw new AppError('InvalidInput', { issues: [{ path, message }] }, textKey)
  }
  if ([...password.normalize('NFKC')].length < LIMITS.passwordLength) refuse('too short', 'passwordShort')
  if (isCommon(password, email)) refuse('too common', 'passwordCommon')
}

/** Whether guessers try it first: known words, runs, repetitions, the address itself. */
function isCommon(password: string, email: string | null): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  const letters = plain.replace(/[\d\W_]+$/u, '').replace(/^[\d\W_]+/u, '')
  const candidates = [plain, letters, unleet(plain), unleet(letters)]
  if (candidates.some((candidate) => COMMON_PASSWORDS.has(candidate))) return true
  if (email !== null && isOf(email.toLowerCase(), [plain, letters])) return true
  return isRun(plain) || isRepetition(plain)
}

function isOf(email: string, candidates: readonly string[]): boolean {
  const local = email.slice(0, email.lastIndexOf('@'))
  return candidates.some((candidate) => candidate === email || candidate === local)
}

const LEET: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

function unleet(text: string): string {
  return text.replace(/[013457@$!]/g, (sign) => LEET[sign] ?? sign)
}

/** A run of neighbouring keys or letters, forwards or backwards, over the whole length. */
function isRun(text: string): boolean {
  const backwards = [...text].reverse().join('')
  return KEYBOARD_ROWS.some((row) => row.includes(text) || row.includes(backwards))
}

/** At most four characters, repeated: `aaaaaaaa`, `abcabcabc`, `12121212`. */
function isRepetition(text: string): boolean {
  return [1, 2, 3, 4].some((length) => text.slice(0, length).repeat(text.length).startsWith(text))
}
