import type { ApiData } from '@everkin/contract/api-types.ts'
import { sentenceGap } from '../../i18n/format.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Banner } from '../../ui/banner.tsx'

interface MissingSettingsProps {
  missing: ApiData<'GET /api/desk/health'>['missing_settings']
}

/** Settings that a public site needs, each with what is off until it is set; renders nothing when none is missing. */
export function MissingSettings({ missing }: MissingSettingsProps) {
  const text = useText()
  const gap = sentenceGap(useLocale())
  if (missing.length === 0) return null
  return (
    <Banner icon="warning-circle" tone="bad">
      <h2 className="title-3">{text('admin.missing.title')}</h2>
      <p>{text('admin.missing.lead')}</p>
      <dl className="desk-missing">
        {missing.map(({ name, features }) => (
          <div key={name}>
            <dt>
              <bdi>{name}</bdi>
            </dt>
            <dd>
              {[text(`admin.missing.names.${name}`), ...features.map((one) => text(`admin.missing.off.${one}`))].join(
                gap,
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Banner>
  )
}
