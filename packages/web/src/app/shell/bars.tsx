import { Link } from 'react-router'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Mark } from '../../ui/mark.tsx'
import { pathTo } from '../paths.ts'
import { NavEntries, NavFoot } from './nav-entries.tsx'

/** On wide screens: the bar at the start edge. */
export function Rail() {
  const text = useText()
  const locale = useLocale()
  return (
    <nav className="rail" aria-label={text('shell.tabs.label')}>
      <Link className="home" to={pathTo('index', locale)} aria-label={text('shell.drawer.home')}>
        <Mark />
      </Link>
      <NavEntries />
      <span className="space" />
      <NavFoot />
    </nav>
  )
}

/** On phones and tablets: the bar under the thumb. */
export function TabBar() {
  const text = useText()
  return (
    <nav className="tabs" aria-label={text('shell.tabs.label')}>
      <NavEntries />
    </nav>
  )
}
