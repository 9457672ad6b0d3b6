import { useText } from '../../i18n/use-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { useCardSafety } from '../card/card-safety.tsx'

/** Reporting and blocking the person behind an invitation (R1), whose nickname and picture are on the page. */
export function InviterSafety({ personId }: { personId: string }) {
  const text = useText()
  const { report, block, dialog } = useCardSafety()
  const inviter = { target_type: 'user', target_id: personId } as const
  return (
    <div className="invitation-safety">
      <button type="button" className="text-button" onClick={() => report(inviter)}>
        <Icon name="flag" size="small" />
        {text('blocks.action.reportPerson')}
      </button>
      <button type="button" className="text-button" onClick={() => block(inviter)}>
        <Icon name="prohibit" size="small" />
        {text('blocks.action.person')}
      </button>
      {dialog}
    </div>
  )
}
