import { ERRORS, type ErrorName } from '@everkin/contract/errors.ts'

/** An error from the contract's table. `facts` become the reply's `data`; they never contain secrets. */
export class AppError extends Error {
  readonly errorName: ErrorName
  readonly facts: Record<string, unknown> | null
  /** Chooses among the texts of one code (`errors.<key>`), when the table's own is not the right one. */
  readonly textKey: string

  constructor(errorName: ErrorName, facts: Record<string, unknown> | null = null, textKey?: string) {
    super(errorName)
    this.name = 'AppError'
    this.errorName = errorName
    this.facts = facts
    this.textKey = textKey ?? defaultTextKey(errorName, facts)
  }
}

const AGE_TEXTS: Record<string, string> = {
  confirm_age: 'ageConfirm',
  age_unknown: 'ageUnknown',
  under_18: 'ageUnder18',
  quiet_hours: 'ageQuietHours',
  region: 'ageRegion',
}

function defaultTextKey(errorName: ErrorName, facts: Record<string, unknown> | null): string {
  if (errorName === 'AgeNotOpen') return AGE_TEXTS[String(facts?.reason)] ?? ERRORS.AgeNotOpen.key
  return ERRORS[errorName].key
}

/** An invalid input in one field; the path is the field's name on the wire. */
export function invalidInput(path: string, message = 'invalid'): AppError {
  return new AppError('InvalidInput', { issues: [{ path, message }] })
}
