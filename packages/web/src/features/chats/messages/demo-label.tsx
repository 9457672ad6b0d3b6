import { useId, useRef } from 'react'
import { Link } from 'react-router'
import { useText } from '../../../i18n/use-text.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useConversation } from '../context/conversation-context.ts'
import './demo-label.css'

/** Labels a reply as written by the built-in demo; a button explains this and how to connect a language model. */
export function DemoLabel() {
  const text = useText()
  const { links } = useConversation()
  const id = useId()
  const hint = useRef<HTMLDivElement>(null)
  return (
    <span className="menu-anchor demo-mark">
      <button type="button" className="message-mark" popoverTarget={id}>
        <Icon name="info" size="tiny" />
        {text('chats.message.demo')}
      </button>
      <div
        ref={hint}
        id={id}
        popover="auto"
        className="menu demo-hint"
        role="note"
        tabIndex={-1}
        // Focused when it opens, so that screen readers read it; Esc returns the focus to the button.
        onToggle={(event) => {
          if (event.newState === 'open') hint.current?.focus()
        }}
      >
        <p>{text('chats.message.demoHint')}</p>
        {links.models === null ? (
          <p>{text('chats.message.demoHow')}</p>
        ) : (
          <p>
            <Link to={links.models}>{text('models.offer.action')}</Link>
          </p>
        )}
      </div>
    </span>
  )
}
