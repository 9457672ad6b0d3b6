import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'

interface BannerProps {
  icon: IconName
  tone?: 'wash' | 'plain' | 'bad' | 'ok'
  children: ReactNode
}

/** Says what happened and what to do, in its place on the page. */
export function Banner({ icon, tone = 'wash', children }: BannerProps) {
  return (
    <div className={`banner banner-${tone}`}>
      <Icon name={icon} size="small" />
      <div>{children}</div>
    </div>
  )
}
