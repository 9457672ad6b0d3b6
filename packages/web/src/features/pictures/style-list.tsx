import { clothClass } from '../../ui/cloth.ts'
import type { PictureStyle } from './template-grid.tsx'

/** The styles in words, each on its cloth: none has a picture of its own yet. */
export function StyleList({ styles }: { styles: PictureStyle[] }) {
  return (
    <ul className="style-list">
      {styles.map(({ id, name, description }) => (
        <li key={id} className={`style-card ${clothClass(id)}`}>
          <h3 className="title-3">{name}</h3>
          <p className="small muted">{description}</p>
        </li>
      ))}
    </ul>
  )
}
