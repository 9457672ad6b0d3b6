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

export type Refusal = 'kind' | (typeof REFUSALS)[number]

/** Why a file was not taken; null where the server's own words say it. */
export function refusalOf(error: unknown): Refusal | null {
  if (!isApiError(error)) return null
  if (error.name === 'FileType') return 'kind'
  const message = messageOn(error, 'file')
  return REFUSALS.find((refusal) => refusal === message) ?? null
}

/** What is said of a field of what was sent; null for a refusal that is not about it. */
export function messageOn(error: unknown, path: string): string | null {
  if (!isApiError(error, 'InvalidInput')) return null
  return error.data?.issues.find((issue) => issue.path === path)?.message ?? null
}
