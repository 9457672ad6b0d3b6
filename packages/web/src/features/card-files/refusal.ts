import { isApiError } from '../../api/api-error.ts'

const REFUSALS = [
  'no_card',
  'broken',
  'no_name',
  'unsafe_archive',
  'encrypted',
  'too_large',
  'lorebook',
  'no_lorebook',
  'too_slow',
] as const

export type Refusal = 'kind' | 'damaged' | (typeof REFUSALS)[number]

/** Named as a file that can contain a character. Anything can be in a `.jpg`, which is a kind of archive here. */
const CARD_NAME = /\.(?:a?png|json|charx)$/i

/** Why a file of this name was refused; null if the server's own message says it. */
export function refusalOf(error: unknown, fileName = ''): Refusal | null {
  if (!isApiError(error)) return null
  if (error.name === 'FileType') return CARD_NAME.test(fileName) ? 'damaged' : 'kind'
  const message = messageOn(error, 'file')
  return REFUSALS.find((refusal) => refusal === message) ?? null
}

/** The server's message for a field of the request; null for an error that is not about that field. */
export function messageOn(error: unknown, path: string): string | null {
  if (!isApiError(error, 'InvalidInput')) return null
  return error.data?.issues.find((issue) => issue.path === path)?.message ?? null
}
