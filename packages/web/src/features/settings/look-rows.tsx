import type { Appearance } from '@everkin/contract/appearance.ts'
import { useEffect, useState } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { setDeviceAppearance, useDeviceAppearance } from '../../lib/device-appearance.ts'
import { CharacterAvatar } from '../../ui/avatar.tsx'
import { SizeChoice, ThemeChoice } from '../../ui/look-choices.tsx'
import { RoleplayText } from '../../ui/roleplay-text.tsx'
import { Row, SwitchRow } from './rows.tsx'

interface LookRowsProps {
  /** The appearance that the server rendered. */
  initial: Appearance
  /** Who speaks in the sample. */
  speaker: { id: string; name: string; avatar: string | null }
}

/** Theme, text size and motion; changes apply to the page at once. */
export function LookRows({ initial, speaker }: LookRowsProps) {
  const text = useText()
  const look = useDeviceAppearance(initial)
  const change = (part: Partial<Appearance>) => setDeviceAppearance({ ...look, ...part })
  return (
    <>
      <Row id="theme" label={text('settings.theme')} wide>
        <ThemeChoice value={look.theme} onChange={(theme) => change({ theme })} />
      </Row>
      <SizeRow size={look.size} onChange={(size) => change({ size })} speaker={speaker} />
      <MotionRow motion={look.motion} onChange={(motion) => change({ motion })} />
    </>
  )
}

interface SizeRowProps {
  size: Appearance['size']
  onChange: (size: Appearance['size']) => void
  speaker: LookRowsProps['speaker']
}

function SizeRow({ size, onChange, speaker }: SizeRowProps) {
  const text = useText()
  return (
    <Row id="text-size" label={text('settings.textSize')} wide>
      <div className="set-size">
        <SizeChoice value={size} onChange={onChange} />
        <div className="message">
          <CharacterAvatar url={speaker.avatar} id={speaker.id} name={speaker.name} size="tiny" />
          <div className="message-column">
            <div className="bubble" dir="auto">
              <RoleplayText words={text('settings.sample')} />
            </div>
          </div>
        </div>
      </div>
    </Row>
  )
}

function MotionRow({
  motion,
  onChange,
}: {
  motion: Appearance['motion']
  onChange: (motion: Appearance['motion']) => void
}) {
  const text = useText()
  const deviceAsks = useDeviceAsksForLess()
  return (
    <SwitchRow
      label={text('settings.motion')}
      hint={text(deviceAsks ? 'settings.motionDevice' : 'settings.motionHint')}
      on={deviceAsks || motion === 'less'}
      disabled={deviceAsks}
      onChange={(on) => onChange(on ? 'less' : 'auto')}
    />
  )
}

function useDeviceAsksForLess(): boolean {
  const [asks, setAsks] = useState(false)
  useEffect(() => {
    const query = window.matchMedia('(prefers-reduced-motion: reduce)')
    const look = () => setAsks(query.matches)
    look()
    query.addEventListener('change', look)
    return () => query.removeEventListener('change', look)
  }, [])
  return asks
}
