import type { ApiData } from '@everkin/contract/api-types.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { useText } from '../../i18n/use-text.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Blockers } from './blockers.tsx'
import type { OwnCard, OwnPaths } from './own-card.ts'
import { PublishDialog, UnpublishDialog } from './publish-dialogs.tsx'
import { useVisibilityLabel } from './use-visibility-label.ts'

interface OwnCardBarProps {
  card: OwnCard
  blockers: ApiData<'GET /api/editor/card'>['blockers']
  paths: Pick<OwnPaths, 'edit' | 'versions'>
  /** Whether this site lets people publish. */
  canPublish: boolean
  onChanged: () => void
}

/** On the page of the reader's own card: who can see it, what blocks it, and actions to edit and publish it. */
export function OwnCardBar({ card, blockers, paths, canPublish, onChanged }: OwnCardBarProps) {
  const text = useText()
  const labelOf = useVisibilityLabel()
  const [asked, setAsked] = useState<'publish' | 'unpublish' | null>(null)
  const isSeen = card.state === 'published' && !card.restriction
  const isPrivate = card.visibility === 'private'
  const stamp = labelOf(card) ?? text(`card-editor.shelf.visibilities.${card.visibility}`)
  const dialog = { card, onClose: () => setAsked(null), onDone: onChanged }
  return (
    <section className="own-bar">
      <p className="own-bar-state small">
        <b className="own-bar-stamp">{stamp}</b>
        {isSeen ? <span className="muted">{text(`card-editor.shelf.visibilityHints.${card.visibility}`)}</span> : null}
      </p>
      <Blockers of={blockers} />
      <p className="own-bar-ways">
        <Link className={buttonClass('quiet')} to={paths.edit(card.id)}>
          <Icon name="pencil-simple" size="small" />
          {text('card-editor.mine.edit')}
        </Link>
        {card.state === 'draft' || (isPrivate && !canPublish) ? null : (
          <Button onClick={() => setAsked(isPrivate ? 'publish' : 'unpublish')}>
            <Icon name={isPrivate ? 'globe' : 'lock-simple'} size="small" />
            {text(isPrivate ? 'card-editor.publish.action' : 'card-editor.publish.undo')}
          </Button>
        )}
        {card.type === 'single' ? (
          <Link className={buttonClass('ghost')} to={paths.versions(card.id)}>
            <Icon name="clock-counter-clockwise" size="small" />
            {text('card-editor.versions.title')}
          </Link>
        ) : null}
      </p>
      {asked === 'publish' ? <PublishDialog {...dialog} /> : null}
      {asked === 'unpublish' ? <UnpublishDialog {...dialog} /> : null}
    </section>
  )
}
