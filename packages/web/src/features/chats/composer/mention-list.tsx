import { useEffect, useRef } from 'react'
import { useText } from '../../../i18n/use-text.ts'
import { CharacterAvatar } from '../../../ui/avatar.tsx'
import type { MentionChoice } from './use-mention.ts'

/** The list of mentionable characters above the field. Focus stays in the field, which references the active option. */
export function MentionList({ choice }: { choice: MentionChoice }) {
  const text = useText()
  const { members, active, listId, optionId, pick } = choice
  const list = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the active option when it changes
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [active])

  return (
    <>
      <div className="mention-list" role="listbox" id={listId} aria-label={text('groups.chat.mention')} ref={list}>
        {members.map((member, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys, since it has the focus
          <div
            key={member.cardId}
            id={optionId(member.cardId)}
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            className={`mention-option ${member.cloth}`}
            // Otherwise the field would lose focus, and a phone its keyboard, before the click.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => pick(member)}
          >
            <CharacterAvatar url={member.avatar} id={member.cardId} name={member.name} size="tiny" />
            <bdi className="title-3">{member.name}</bdi>
          </div>
        ))}
      </div>
      <p className="visually-hidden" role="status">
        {text('groups.chat.found', { count: members.length })}
      </p>
    </>
  )
}
