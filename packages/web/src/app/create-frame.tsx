import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useLocale, useText } from '../i18n/use-text.ts'
import { pathTo } from './paths.ts'
import './styles/create.css'

interface CreateFrameProps {
  kind: 'single' | 'group'
  title: string
  lead: string
  /** How readers meet the example. */
  aside: ReactNode
  children: ReactNode
}

/** One character or a cast, the parts of it, and beside them how it looks to readers. */
export function CreateFrame({ kind, title, lead, aside, children }: CreateFrameProps) {
  const text = useText()
  const locale = useLocale()
  return (
    <>
      <div className="create-head">
        <h1 className="display">{title}</h1>
        <nav className="segments" aria-label={text('explore.kindLabel')}>
          <Link to={pathTo('createSingle', locale)} aria-current={kind === 'single' ? 'page' : undefined}>
            {text('characters.anatomy.kindSingle')}
          </Link>
          <Link to={pathTo('createGroups', locale)} aria-current={kind === 'group' ? 'page' : undefined}>
            {text('characters.anatomy.kindGroup')}
          </Link>
        </nav>
        <p className="create-lead muted">{lead}</p>
      </div>
      <div className="create">
        <section className="create-aside">
          <h2 className="small muted">{text('characters.anatomy.preview')}</h2>
          {aside}
        </section>
        {children}
      </div>
    </>
  )
}
