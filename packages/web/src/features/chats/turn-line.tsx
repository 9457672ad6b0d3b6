import { useText } from '../../i18n/use-text.ts'
import type { GroupCast } from './group-cast.ts'

/** How turns go in this group, in a sentence; nothing where its card is gone. */
export function TurnLine({ policy }: Pick<GroupCast, 'policy'>) {
  const text = useText()
  if (policy === null) return null
  return <p className="small muted">{text(`groups.turns.${policy}`)}</p>
}
