import {
  type KeyboardEvent,
  type RefObject,
  type TextareaHTMLAttributes,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { CastMember, GroupCast } from './group-cast.ts'
import { insertMention, type Mention, membersFor, mentionAt } from './mention.ts'

/** An open choice of names over the field, and what the field says of it. */
export interface MentionChoice {
  members: readonly CastMember[]
  active: number
  listId: string
  optionId: (cardId: string) => string
  pick: (member: CastMember) => void
}

interface MentionField {
  /** Null while no `@` is being written. */
  choice: MentionChoice | null
  /** Looks at the caret again; for every event that may have moved it. */
  look: () => void
  /** What the field says of the list, in a group. */
  fieldProps: TextareaHTMLAttributes<HTMLTextAreaElement> | null
  /** True when the key was for the list, and nobody else's any more. */
  takesKey: (event: KeyboardEvent<HTMLTextAreaElement>) => boolean
}

/**
 * The names that an `@` in the field may mean. Arrow keys move among them, Enter and Tab take one, Esc puts the list
 * away until another `@` is written. While an input method composes, every key is its own.
 */
export function useMention(
  field: RefObject<HTMLTextAreaElement | null>,
  words: string,
  onWords: (words: string) => void,
  group: GroupCast | null,
): MentionField {
  const listId = useId()
  const [mention, setMention] = useState<Mention | null>(null)
  const [active, setActive] = useState(0)
  const putAway = useRef<number | null>(null)
  const caretAfter = useRef<number | null>(null)
  const found = mention === null ? [] : membersFor(mention.query, group?.members ?? [])
  const isOpen = mention !== null && found.length > 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: the caret moves once the new words are in the field
  useLayoutEffect(() => {
    if (caretAfter.current === null) return
    field.current?.setSelectionRange(caretAfter.current, caretAfter.current)
    caretAfter.current = null
  }, [words])

  function look() {
    const element = field.current
    if (!element || !group) return
    const isCaret = element.selectionStart === element.selectionEnd
    const next = isCaret ? mentionAt(element.value, element.selectionStart) : null
    if (next?.start !== putAway.current) putAway.current = null
    const shown = next !== null && next.start === putAway.current ? null : next
    if (shown?.start === mention?.start && shown?.query === mention?.query) return
    setMention(shown)
    setActive(0)
  }

  function pick(member: CastMember) {
    const element = field.current
    if (!mention || !element) return
    const written = insertMention(element.value, element.selectionStart, mention, member.shortName)
    caretAfter.current = written.caret
    setMention(null)
    onWords(written.words)
    element.focus()
  }

  function takesKey(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
    if (!isOpen || event.nativeEvent.isComposing || event.keyCode === 229) return false
    if (event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return false
    const chosen = found[active]
    if (event.key === 'ArrowDown') setActive((active + 1) % found.length)
    else if (event.key === 'ArrowUp') setActive((active + found.length - 1) % found.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) pick(chosen)
    else if (event.key === 'Escape') {
      putAway.current = mention.start
      setMention(null)
    } else return false
    event.preventDefault()
    // Esc stops a reply elsewhere in the conversation; here it was the list's.
    event.stopPropagation()
    return true
  }

  const optionId = (cardId: string) => `${listId}-${cardId}`
  const activeOne = isOpen ? found[active] : undefined
  return {
    choice: isOpen ? { members: found, active, listId, optionId, pick } : null,
    look,
    // It stays a text box: one of several lines may not be a combobox, and may name the active one all the same.
    fieldProps: group && {
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-controls': isOpen ? listId : undefined,
      'aria-activedescendant': activeOne && optionId(activeOne.cardId),
      onSelect: look,
      onBlur: () => setMention(null),
    },
    takesKey,
  }
}
