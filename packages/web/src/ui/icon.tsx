import spriteUrl from 'virtual:icon-sprite'
import type { IconName } from './icon-names.ts'

interface IconProps {
  name: IconName
  size?: 'normal' | 'small' | 'tiny'
  /** Mirrors the icon in right-to-left languages: for arrows, carets and other icons with a direction. */
  mirror?: boolean
}

/** A decorative icon; text beside it or the control's label must have the same meaning. */
export function Icon({ name, size = 'normal', mirror = false }: IconProps) {
  return (
    <svg className={`icon icon-${size}${mirror ? ' icon-mirror' : ''}`} aria-hidden="true">
      <use href={`${spriteUrl}#${name}`} />
    </svg>
  )
}
