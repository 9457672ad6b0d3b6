import type { HelpLine as HelpLineOnWire } from '@everkin/contract/types.ts'
import type { HelpLine } from './help-lines.ts'

/** A help line as the wire has it; an international directory belongs to no country: `INT`. */
export function helpLineView(line: HelpLine): HelpLineOnWire {
  return { name: line.name, phone: line.phone, url: line.url, hours: line.hours, country: line.country ?? 'INT' }
}
