import type { Verdict } from '../safety/screen-text.ts'
import type { CardFields } from './card-fields.ts'
import type { ReadFile, ReadLorebook } from './read-file.ts'
import type { ReportLine } from './report-on.ts'
import type { Refusal } from './rules.ts'
import type { FileToWrite } from './write-file.ts'

/** What the thread that reads card files can be asked for. */
export interface Works {
  readCard: { ask: { bytes: Uint8Array }; give: JudgedCard }
  readLorebook: { ask: { bytes: Uint8Array }; give: ReadLorebook & { verdict: Verdict } }
  write: { ask: { wish: FileToWrite }; give: Uint8Array }
  losses: {
    ask: { is: CardFields; original: Uint8Array | null }
    give: { second: ReportLine[]; plain: ReportLine[] }
  }
}

export type JudgedCard = Omit<ReadFile, 'texts'> & { verdict: Verdict; rating: 'sfw' | 'nsfw' }

export type ToWorker = { [Kind in keyof Works]: { kind: Kind } & Works[Kind]['ask'] }[keyof Works]

export type FromWorker =
  | { kind: 'ready' }
  /** The file has been read; what follows takes its time. */
  | { kind: 'read' }
  | { kind: 'done'; result: Works[keyof Works]['give'] }
  | { kind: 'refused'; why: Refusal }
  | { kind: 'broke'; message: string }
