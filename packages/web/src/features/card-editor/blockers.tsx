import type { ApiData } from '@everkin/contract/api-types.ts'
import { useText } from '../../i18n/use-text.ts'
import { Banner } from '../../ui/banner.tsx'

/** Lists what prevents a card from being seen or used in a chat; renders nothing if there is nothing. */
export function Blockers({ of: blockers }: { of: ApiData<'GET /api/editor/card'>['blockers'] }) {
  const text = useText()
  if (blockers.length === 0) return null
  return (
    <Banner icon="info">
      <p>
        <b>{text('card-editor.held.title')}</b>
      </p>
      <ul className="editor-held">
        {blockers.map((reason) => (
          <li key={reason}>{text(`card-editor.held.${reason}`)}</li>
        ))}
      </ul>
    </Banner>
  )
}
