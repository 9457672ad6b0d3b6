import type { ApiData } from '@everkin/contract/api-types.ts'
import { Link } from 'react-router'
import { useText } from '../../i18n/use-text.ts'
import { CardCover } from '../../ui/avatar.tsx'

export type PictureTemplate = ApiData<'GET /api/template/getEgTemplate'>[number]
export type PictureStyle = ApiData<'GET /api/template/getImageStyleList'>[number]

interface TemplateGridProps {
  templates: PictureTemplate[]
  styles: PictureStyle[]
  linkTo: (id: string) => string
  heading?: 'h2' | 'h3'
}

/** Templates with cover, title and style. */
export function TemplateGrid({ templates, styles, linkTo, heading: Heading = 'h3' }: TemplateGridProps) {
  const text = useText()
  return (
    <ul className="grid template-list">
      {templates.map(({ id, title, style_id, cover }) => (
        <li key={id}>
          <Link className="book" to={linkTo(id)}>
            <CardCover url={cover} id={id} name={title} stamp={cover ? text('sketch.face.ai') : undefined} />
            <Heading className="title-3 template-name">{title}</Heading>
            <p>{styles.find((style) => style.id === style_id)?.name}</p>
          </Link>
        </li>
      ))}
    </ul>
  )
}
