import { useText } from '../../i18n/use-text.ts'
import { Icon } from '../../ui/icon.tsx'

/** Three main features of the product. */
export function FeatureList() {
  const text = useText()
  return (
    <ul className="invitation-works">
      <li>
        <Icon name="git-branch" />
        <div>
          <h2 className="title-3">{text('landing.features.versions.title')}</h2>
          <p className="small muted">{text('landing.features.versions.text')}</p>
        </div>
      </li>
      <li>
        <Icon name="globe" />
        <div>
          <h2 className="title-3">{text('landing.features.language.title')}</h2>
          <p className="small muted">{text('landing.features.language.text')}</p>
        </div>
      </li>
      <li>
        <Icon name="chats-circle" />
        <div>
          <h2 className="title-3">{text('landing.features.everywhere.title')}</h2>
          <p className="small muted">{text('landing.features.everywhere.text')}</p>
        </div>
      </li>
    </ul>
  )
}
