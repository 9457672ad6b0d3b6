import { pictureAtWidth } from '@everkin/contract/stored-pictures.ts'
import { useEffect, useId, useRef } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { Input } from '../../ui/form/form-controls.tsx'
import { patternClass } from '../../ui/pattern.ts'
import type { PictureStyle } from './template-grid.tsx'

interface StyleChoiceProps {
  styles: PictureStyle[]
  value: string
  onChange: (id: string) => void
}

/** The styles by their covers, over native radio buttons; a style without a cover shows a colour. */
export function StyleChoice({ styles, value, onChange }: StyleChoiceProps) {
  const text = useText()
  const name = useId()
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The style of a template may be outside a narrow screen.
    const frame = row.current
    const tile = frame?.querySelector(':checked')?.parentElement
    if (!frame || !tile) return
    const [outer, inner] = [frame.getBoundingClientRect(), tile.getBoundingClientRect()]
    if (inner.left < outer.left || inner.right > outer.right)
      frame.scrollLeft += inner.left - outer.left - outer.width / 2
  }, [])
  const chosen = styles.find(({ id }) => id === value)
  return (
    <fieldset className="paint-styles">
      <legend>{text('image-tasks.style')}</legend>
      <div ref={row}>
        {styles.map((style) => (
          <label key={style.id}>
            <Input type="radio" name={name} checked={style.id === value} onChange={() => onChange(style.id)} />
            <span className={`paint-cover ${style.cover ? '' : patternClass(style.id)}`}>
              {style.cover ? (
                <img
                  src={pictureAtWidth(style.cover, 240)}
                  alt=""
                  width={240}
                  height={320}
                  loading="lazy"
                  decoding="async"
                />
              ) : null}
            </span>
            <span>{style.name}</span>
          </label>
        ))}
      </div>
      {chosen ? <p className="field-help">{chosen.description}</p> : null}
    </fieldset>
  )
}
