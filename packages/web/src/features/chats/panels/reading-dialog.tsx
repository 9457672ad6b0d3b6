import { APPEARANCE_COOKIE, type Appearance, parseAppearance } from '@everkin/contract/appearance.ts'
import { type ReactNode, useState } from 'react'
import { useText } from '../../../i18n/use-text.ts'
import { readCookie } from '../../../lib/cookies.ts'
import { setDeviceAppearance, useDeviceAppearance } from '../../../lib/device-appearance.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { LinesChoice, SizeChoice, TalkChoice, ThemeChoice } from '../../../ui/look-choices.tsx'
import { useConversation } from '../context/conversation-context.ts'
import './reading-dialog.css'

/** How conversations look on this device. Changes apply at once, to the conversation behind the dialog too. */
export function ReadingDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const { group } = useConversation()
  const [stored] = useState(() => parseAppearance(readCookie(APPEARANCE_COOKIE)))
  const look = useDeviceAppearance(stored)
  const change = (part: Partial<Appearance>) => setDeviceAppearance({ ...look, ...part })
  return (
    <Dialog open onClose={onClose} title={text('chats.reading.title')} description={text('chats.reading.hint')}>
      <div className="reading">
        <Part label={text('settings.theme')}>
          <ThemeChoice value={look.theme} onChange={(theme) => change({ theme })} />
        </Part>
        <Part label={text('settings.textSize')}>
          <SizeChoice value={look.size} onChange={(size) => change({ size })} />
        </Part>
        <Part label={text('chats.reading.lines')}>
          <LinesChoice value={look.lines} onChange={(lines) => change({ lines })} />
        </Part>
        {/* In groups, bubbles show who speaks. */}
        {group ? null : (
          <Part label={text('chats.reading.talk')}>
            <TalkChoice value={look.talk} onChange={(talk) => change({ talk })} />
          </Part>
        )}
      </div>
    </Dialog>
  )
}

function Part({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <p className="small muted" aria-hidden="true">
        {label}
      </p>
      {children}
    </div>
  )
}
