import spriteUrl from 'virtual:icon-sprite'
import type { IconName } from './icon-names.ts'

interface IconProps {
  name: IconName
  size?: 'normal' | 'small' | 'tiny'
  /** Turned round in right-to-left languages: for arrows, carets and whatever else points along the text. */
  mirror?: boolean
}

/** A decorative icon; whatever it means must also be said in words beside it or in the control's label. */
export function Icon({ name, size = 'normal', mirror = false }: IconProps) {
  return (
    <svg className={`icon icon-${size}${mirror ? ' icon-mirror' : ''}`} aria-hidden="true">
      <use href={`${spriteUrl}#${name}`} />
    </svg>
  )
}
