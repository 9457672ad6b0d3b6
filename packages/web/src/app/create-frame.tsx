import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { RichText } from '../i18n/rich-text.tsx'
import { useLocale, useText } from '../i18n/use-text.ts'
import { pathTo } from './paths.ts'
import './styles/create.css'

interface CreateFrameProps {
  kind: 'single' | 'multiple'
  title: string
  /** One of one's own is changed: what it is stays as it is. */
  isChange: boolean
  children: ReactNode
}

/** One character or a cast, and the form for it. */
export function CreateFrame({ kind, title, isChange, children }: CreateFrameProps) {
  const text = useText()
  const locale = useLocale()
  return (
    <>
      <div className="create-head">
        <h1 className="display" dir="auto">
          {title}
        </h1>
        {isChange ? null : (
          <nav className="segments" aria-label={text('explore.kindLabel')}>
            <Link to={pathTo('createSingle', locale)} aria-current={kind === 'single' ? 'page' : undefined}>
              {text('card-editor.kinds.single')}
            </Link>
            <Link to={pathTo('createGroups', locale)} aria-current={kind === 'multiple' ? 'page' : undefined}>
              {text('card-editor.kinds.multiple')}
            </Link>
          </nav>
        )}
        {isChange || kind === 'multiple' ? null : (
          <p className="create-way small muted">
            <RichText
              text={text('card-editor.bring')}
              tags={{
                import: (words) => (
                  <Link className="text-link" to={pathTo('createSingle-import', locale)}>
                    {words}
                  </Link>
                ),
              }}
            />
          </p>
        )}
      </div>
      {children}
    </>
  )
}
