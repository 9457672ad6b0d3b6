import { lazy, Suspense } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { OwnCard } from '../../features/card-editor/own-card.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Banner } from '../../ui/banner.tsx'
import type { PageContext } from '../page-context.ts'
import { clearPageCache } from '../page-data-cache.ts'
import { orFallback } from '../page-tools.ts'
import { pathTo } from '../paths.ts'
import { useSiteConfig } from '../use-site-config.ts'

/** Texts that only the owner of a card sees on its page. */
export const OWN_CARD_TEXTS = [
  'moderation.restrictions',
  'moderation.ownCard',
  'card-editor.mine.ageMissing',
  'card-editor.mine.draft',
  'card-editor.mine.inReview',
  'card-editor.mine.edit',
  'card-editor.shelf.visibility',
  'card-editor.shelf.visibilities',
  'card-editor.shelf.visibilityHints',
  'card-editor.held',
  'card-editor.versions.title',
  'card-editor.publish',
  'card-editor.issues.memberPrivate',
  'card-editor.savedInReview',
  'card-editor.savedHeld',
  'card-editor.mine.whoSees',
  'card-editor.mine.changed',
  'card-editor.mine.saveVisibility',
]

// Loaded on demand: most readers look at cards of others.
const OwnCardBar = lazy(async () => ({
  default: (await import('../../features/card-editor/own-card-bar.tsx')).OwnCardBar,
}))

/** What keeps one's own card from being published; null for cards of others. The page works without it. */
export async function loadBlockers(context: PageContext, card: Pick<OwnCard, 'id' | 'mine'>) {
  if (!card.mine) return null
  const own = await orFallback(context.call('GET /api/editor/card', { query: { id: card.id } }), null)
  return own?.blockers ?? []
}

interface OwnCardActionsProps {
  card: OwnCard
  blockers: Awaited<ReturnType<typeof loadBlockers>>
}

/** Actions for the owner of a card; renders nothing for everyone else. */
export function OwnCardActions({ card, blockers }: OwnCardActionsProps) {
  const locale = useLocale()
  const text = useText()
  const revalidator = useRevalidator()
  const canPublish = useSiteConfig()?.publishing_enabled ?? true
  if (!blockers) return null
  const paths = {
    edit: (id: string) => pathTo(card.type === 'single' ? 'createSingle' : 'createGroups', locale, {}, { id }),
    versions: (id: string) => pathTo('createSingle-versions', locale, {}, { id }),
  }
  function reload() {
    clearPageCache()
    void revalidator.revalidate()
  }
  return (
    <Suspense fallback={null}>
      {card.restriction ? (
        <Banner icon="eye-slash">
          {text('moderation.ownCard.hidden')}{' '}
          <Link className="text-link" to={`${pathTo('decisions', locale)}#${card.id}`}>
            {text('moderation.ownCard.why')}
          </Link>
        </Banner>
      ) : null}
      <OwnCardBar card={card} blockers={blockers} paths={paths} canPublish={canPublish} onChanged={reload} />
    </Suspense>
  )
}
