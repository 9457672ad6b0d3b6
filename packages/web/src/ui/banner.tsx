import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'

interface BannerProps {
  icon: IconName
  tone?: 'wash' | 'plain' | 'bad' | 'ok'
  children: ReactNode
}

/** A message on the page that says what happened and what to do. */
export function Banner({ icon, tone = 'wash', children }: BannerProps) {
  return (
    <div className={`banner banner-${tone}`}>
      <Icon name={icon} size="small" />
      <div>{children}</div>
    </div>
  )
}
