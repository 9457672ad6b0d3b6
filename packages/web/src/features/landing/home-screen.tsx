import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { Logo } from '../../ui/logo.tsx'

const BEFORE: IconName[] = ['envelope-simple', 'compass', 'magnifying-glass', 'book-open', 'clock']
const AFTER: IconName[] = ['phone', 'heart', 'user', 'pencil-simple', 'hourglass', 'chats-circle']

/** A drawing of a phone's home screen with the app's icon; nothing in it is interactive. */
export function HomeScreen() {
  return (
    <div className="landing-phone" aria-hidden="true">
      <div className="landing-apps">
        {BEFORE.map(other)}
        <span className="landing-app landing-app-own">
          <i>
            <Logo />
          </i>
          <small>Everkin</small>
        </span>
        {AFTER.map(other)}
      </div>
    </div>
  )
}

function other(icon: IconName) {
  return (
    <span className="landing-app" key={icon}>
      <i>
        <Icon name={icon} />
      </i>
    </span>
  )
}
