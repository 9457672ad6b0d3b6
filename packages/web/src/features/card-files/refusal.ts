import { ApiError } from '../../api/client.ts'

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
  if (!(error instanceof ApiError)) return null
  if (error.name === 'FileType') return 'kind'
  const message = messageOn(error, 'file')
  return REFUSALS.find((refusal) => refusal === message) ?? null
}

/** What is said of a field of what was sent; null for a refusal that is not about it. */
export function messageOn(error: unknown, path: string): string | null {
  if (!(error instanceof ApiError)) return null
  const { data } = error
  const issues = data !== null && typeof data === 'object' && 'issues' in data ? data.issues : null
  if (!Array.isArray(issues)) return null
  for (const issue of issues as unknown[]) {
    if (issue === null || typeof issue !== 'object' || !('path' in issue) || issue.path !== path) continue
    return 'message' in issue && typeof issue.message === 'string' ? issue.message : ''
  }
  return null
}
