import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { isTyping } from '../../lib/is-typing.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { pathTo } from '../paths.ts'
import type { deskGroupsFor } from './desk-sections.ts'

/** How long `g` waits for the letter of a page. */
const LETTER_TIMEOUT_MS = 2_000

interface DeskKeysProps {
  groups: ReturnType<typeof deskGroupsFor>
}

/**
 * The keyboard shortcuts of the desk and their list: `g` and a letter open a page, `/` goes to the search field, `?`
 * shows the list. They do nothing while someone types, or with a modifier key.
 */
export function DeskKeys({ groups }: DeskKeysProps) {
  const text = useText()
  const locale = useLocale()
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const [gAt, setGAt] = useState(Number.NEGATIVE_INFINITY)
  const sections = groups.flatMap((group) => group.sections)

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return
    // A list of choices takes letters, but no slash: on phones the list of sections has the focus.
    if (isTyping(event.target) && !(event.key === '/' && event.target instanceof HTMLSelectElement)) return
    if (document.querySelector('dialog[open]')) return
    const isAfterG = event.timeStamp - gAt < LETTER_TIMEOUT_MS
    setGAt(event.key === 'g' && !isAfterG ? event.timeStamp : Number.NEGATIVE_INFINITY)
    const section = isAfterG ? sections.find(({ key }) => key === event.key) : undefined
    if (section) void navigate(pathTo(section.page, locale))
    else if (event.key === '?') setIsOpen(true)
    else if (event.key === '/') document.querySelector<HTMLInputElement>('.desk-main input[type=search]')?.focus()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  return (
    <>
      <Button className="desk-keys" size="small" variant="ghost" onClick={() => setIsOpen(true)}>
        <kbd>?</kbd> {text('desk.keys.title')}
      </Button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} narrow title={text('desk.keys.title')}>
        <p className="small muted">{text('desk.keys.hint')}</p>
        <dl className="desk-key-list">
          {sections.map(({ page, key, label }) => (
            <div key={page}>
              <dt>
                <kbd>g</kbd> <kbd>{key}</kbd>
              </dt>
              <dd>{text(label)}</dd>
            </div>
          ))}
          <div>
            <dt>
              <kbd>/</kbd>
            </dt>
            <dd>{text('desk.keys.search')}</dd>
          </div>
          <div>
            <dt>
              <kbd>?</kbd>
            </dt>
            <dd>{text('desk.keys.help')}</dd>
          </div>
        </dl>
      </Dialog>
    </>
  )
}
