import type { ErrorData } from '@everkin/contract/error-data.ts'
import { ERRORS, type ErrorName } from '@everkin/contract/errors.ts'

/** Name, data and text key of an error; the data must be those of the name. */
type AppErrorArguments = {
  [Name in ErrorName]: [errorName: Name, facts?: ErrorData<Name>, textKey?: string]
}[ErrorName]

/** An error from the contract's table. `facts` become the reply's `data`; they never contain secrets. */
export class AppError extends Error {
  readonly errorName: ErrorName
  readonly facts: ErrorData
  /** Chooses among the texts of one code (`errors.<key>`), when the table's own is not the right one. */
  readonly textKey: string

  constructor(...[errorName, facts = null, textKey]: AppErrorArguments) {
    super(errorName)
    this.name = 'AppError'
    this.errorName = errorName
    this.facts = facts
    this.textKey = textKey ?? defaultTextKey(errorName, facts)
  }
}

const AGE_TEXTS: Partial<Record<string, string>> = {
  confirm_age: 'ageConfirm',
  age_unknown: 'ageUnknown',
  under_18: 'ageUnder18',
  too_young: 'ageTooYoung',
  quiet_hours: 'ageQuietHours',
  daily_limit: 'ageDailyLimit',
  region: 'ageRegion',
} satisfies Record<NonNullable<ErrorData<'AgeNotOpen'>>['reason'], string>

/** The rule that a text went against, in words (R2). */
const SAFETY_TEXTS: Partial<Record<string, string>> = {
  minor_safety: 'Minor',
  self_harm_encouragement: 'SelfHarm',
  sexual_violence: 'Violence',
  real_person: 'RealPerson',
  mass_harm: 'MassHarm',
  threat: 'Threat',
  sexual: 'Sexual',
  romance: 'Romance',
}

function safetyTextKey(category: string, start: 'safety' | 'safetySave'): string | undefined {
  const rule = SAFETY_TEXTS[category]
  return rule && start + rule
}

function defaultTextKey(errorName: ErrorName, facts: ErrorData): string {
  const ageText = errorName === 'AgeNotOpen' && facts && 'reason' in facts ? AGE_TEXTS[String(facts.reason)] : undefined
  const safetyText = facts && 'category' in facts ? safetyTextKey(facts.category, 'safety') : undefined
  return ageText ?? safetyText ?? ERRORS[errorName].key
}

/** An invalid input in one field; the path is the field's name on the wire. */
export function invalidInput(path: string, message = 'invalid'): AppError {
  return new AppError('InvalidInput', { issues: [{ path, message }] })
}

/** A stop by the safety rules whose message says that the text was not saved, rather than not sent. */
export function stoppedSave(category: string): AppError {
  return new AppError('SafetyStop', { category }, safetyTextKey(category, 'safetySave'))
}
