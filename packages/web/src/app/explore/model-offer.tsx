import { ModelOffer as Offer } from '../../features/admin/models/model-offer.tsx'
import { useLocale } from '../../i18n/use-text.ts'
import { pathTo } from '../paths.ts'
import { useSiteConfig } from '../use-site-config.ts'

/** Offers an operator to connect a model while the demo model answers. Needs the texts `models.offer`. */
export function ModelOffer() {
  const locale = useLocale()
  const isDemo = useSiteConfig()?.model.voice_demo === true
  return isDemo ? <Offer to={pathTo('admin-models', locale)} /> : null
}
