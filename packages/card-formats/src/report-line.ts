/** A line of the report on a file; its text key is under `card-files.report`. */
export interface ReportLine {
  list: 'used' | 'kept' | 'look'
  code: string
  /** The count that chooses the plural form. */
  count?: number
  /** Other numbers in the line. */
  numbers?: Record<string, number>
  /** Names of fields, as text keys under `card-files.fields`. */
  fields?: string[]
  /** A word from the card. */
  word?: string
  /** What of it is meant, where the word names an entry. */
  detail?: string
  /** What is counted, by the names that the file has for it. */
  names?: string[]
}
