import type { ApiData } from '@everkin/contract/api-types.ts'
import { Link } from 'react-router'
import { useText } from '../../i18n/use-text.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Hindrances } from './hindrances.tsx'
import type { OwnCard, OwnPaths } from './own-card.ts'
import { useStamp } from './use-stamp.ts'

interface OwnCardBarProps {
  card: OwnCard
  hindrances: ApiData<'GET /api/making/card'>['hindrances']
  paths: Pick<OwnPaths, 'edit' | 'versions'>
}

/** On the page of a card of one's own: who can see it, what holds it back, and the ways to change it. */
export function OwnCardBar({ card, hindrances, paths }: OwnCardBarProps) {
  const text = useText()
  const stamp = useStamp()(card)
  const isSeen = card.state === 'published'
  return (
    <section className="own-bar">
      {stamp ? (
        <p className="own-bar-state small">
          <b className="own-bar-stamp">{stamp}</b>
          {isSeen ? <span className="muted">{text(`making.shelf.visibilityHints.${card.visibility}`)}</span> : null}
        </p>
      ) : null}
      <Hindrances of={hindrances} />
      <p className="own-bar-ways">
        <Link className={buttonClass('quiet')} to={paths.edit(card.id)}>
          <Icon name="pencil-simple" size="small" />
          {text('making.mine.edit')}
        </Link>
        {card.type === 'single' ? (
          <Link className={buttonClass('ghost')} to={paths.versions(card.id)}>
            <Icon name="clock-counter-clockwise" size="small" />
            {text('making.versions.title')}
          </Link>
        ) : null}
      </p>
    </section>
  )
}
