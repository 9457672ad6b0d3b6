import type { ComponentProps } from 'react'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'

interface IconButtonProps extends ComponentProps<'button'> {
  icon: IconName
  /** What the button does; it has no other words. */
  label: string
  mirror?: boolean
}

/** A 44 px target with an icon alone. */
export function IconButton({ icon, label, mirror, className = '', ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className={`icon-button ${className}`} aria-label={label} title={label}>
      <Icon name={icon} mirror={mirror} />
    </button>
  )
}
