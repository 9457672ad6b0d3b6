import { lazy, Suspense } from 'react'
import { useLocale } from '../../i18n/use-text.ts'
import { useSession } from '../../session/session.tsx'
import { pathTo } from '../paths.ts'
import { useSiteConfig } from '../use-site-config.ts'

// Loaded for operators only, and only until a model is connected.
const Offer = lazy(async () => ({
  default: (await import('../../features/admin/models/model-offer.tsx')).ModelOffer,
}))

/** Offers an operator to connect a model while the demo model answers. Needs the texts `models.offer`. */
export function ModelOffer() {
  const { person } = useSession()
  const locale = useLocale()
  const isDemo = useSiteConfig()?.model.voice_demo === true
  if (!isDemo || !person?.is_admin) return null
  return (
    <Suspense>
      <Offer to={pathTo('admin-models', locale)} />
    </Suspense>
  )
}
