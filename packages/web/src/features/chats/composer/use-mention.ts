import {
  type KeyboardEvent,
  type RefObject,
  type TextareaHTMLAttributes,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { isComposing } from '../../../lib/is-composing.ts'
import type { Participant, Participants } from '../context/participants.tsx'

/** An unfinished mention: the position of its `@`, and the text between it and the caret. */
export interface Mention {
  start: number
  query: string
}

/** Longer than any name: after this many characters, the text is no longer a mention. */
const MAX_QUERY_LENGTH = 40
const LETTER = /[\p{L}\p{N}]/u
const MARKS = /\p{M}/gu
const WORD_GAP = /[\s\u00B7\u30FB]+/gu

/**
 * The `@` before the caret, as long as what follows may still be a name. An `@` inside a word (an email address) does
 * not count, but one may follow a letter of a script without spaces, such as Japanese or Chinese.
 */
export function mentionAt(words: string, caret: number): Mention | null {
  const start = Math.max(words.lastIndexOf('@', caret - 1), words.lastIndexOf('＠', caret - 1))
  if (start < 0 || start >= caret) return null
  const query = words.slice(start + 1, caret)
  if (query.length > MAX_QUERY_LENGTH || /[\n@＠]/u.test(query) || /^\s/u.test(query)) return null
  const before = words[start - 1] ?? ''
  if (LETTER.test(before) && !isWrittenWithoutSpaces(before)) return null
  return { start, query }
}

/** Characters with a word in their name that starts with the query, ignoring case and accents; all if it is empty. */
export function matchingParticipants(query: string, members: readonly Participant[]): Participant[] {
  const wanted = normalizeName(query)
  if (wanted === '') return [...members]
  return members.filter(({ name }) => ` ${normalizeName(name)}`.includes(` ${wanted}`))
}

/** Replaces the mention with the name; also returns the new position of the caret. */
export function insertMention(
  words: string,
  caret: number,
  mention: Mention,
  name: string,
): { words: string; caret: number } {
  const after = words.slice(caret)
  const gap = /^\s/u.test(after) ? '' : ' '
  const head = `${words.slice(0, mention.start)}@${name}${gap}`
  return { words: head + after, caret: head.length + (gap === '' ? 1 : 0) }
}

function normalizeName(text: string): string {
  return text.normalize('NFKD').replace(MARKS, '').replace(WORD_GAP, ' ').toLocaleLowerCase()
}

function isWrittenWithoutSpaces(letter: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u.test(letter)
}

/** State of the mention list, and the props that connect the field to it. */
export interface MentionChoice {
  members: readonly Participant[]
  active: number
  listId: string
  optionId: (cardId: string) => string
  pick: (member: Participant) => void
}

interface MentionField {
  /** Null while no mention is being written. */
  choice: MentionChoice | null
  /** Reads the caret position again; call it for every event that may have moved the caret. */
  update: () => void
  /** ARIA attributes of the field, in a group. */
  fieldProps: TextareaHTMLAttributes<HTMLTextAreaElement> | null
  /** Returns true if the list has handled the key, so that nothing else must. */
  handleKey: (event: KeyboardEvent<HTMLTextAreaElement>) => boolean
}

/**
 * Suggests names for an `@` in the field. Arrow keys move among them, Enter and Tab select one, Esc closes the list
 * until another `@` is written. Keys pressed during IME composition are ignored.
 */
export function useMention(
  field: RefObject<HTMLTextAreaElement | null>,
  words: string,
  onWords: (words: string) => void,
  group: Participants | null,
): MentionField {
  const listId = useId()
  const [mention, setMention] = useState<Mention | null>(null)
  const [active, setActive] = useState(0)
  const dismissedAt = useRef<number | null>(null)
  const caretAfter = useRef<number | null>(null)
  const matches = mention === null ? [] : matchingParticipants(mention.query, group?.members ?? [])
  const isOpen = mention !== null && matches.length > 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: the caret moves once the field has its new text
  useLayoutEffect(() => {
    if (caretAfter.current === null) return
    field.current?.setSelectionRange(caretAfter.current, caretAfter.current)
    caretAfter.current = null
  }, [words])

  function update() {
    const element = field.current
    if (!element || !group) return
    const isCaret = element.selectionStart === element.selectionEnd
    const next = isCaret ? mentionAt(element.value, element.selectionStart) : null
    if (next?.start !== dismissedAt.current) dismissedAt.current = null
    const shown = next !== null && next.start === dismissedAt.current ? null : next
    if (shown?.start === mention?.start && shown?.query === mention?.query) return
    setMention(shown)
    setActive(0)
  }

  function pick(member: Participant) {
    const element = field.current
    if (!mention || !element) return
    const written = insertMention(element.value, element.selectionStart, mention, member.shortName)
    caretAfter.current = written.caret
    // A short name and a space may also be the start of a longer name: the list would reopen and take the next Enter.
    dismissedAt.current = mention.start
    setMention(null)
    onWords(written.words)
    element.focus()
  }

  function handleKey(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
    if (!isOpen || isComposing(event)) return false
    if (event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return false
    const chosen = matches[active]
    if (event.key === 'ArrowDown') setActive((active + 1) % matches.length)
    else if (event.key === 'ArrowUp') setActive((active + matches.length - 1) % matches.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) pick(chosen)
    else if (event.key === 'Escape') {
      dismissedAt.current = mention.start
      setMention(null)
    } else return false
    event.preventDefault()
    // Elsewhere in the conversation, Esc stops a reply; here it only closes the list.
    event.stopPropagation()
    return true
  }

  const optionId = (cardId: string) => `${listId}-${cardId}`
  const activeOne = isOpen ? matches[active] : undefined
  return {
    choice: isOpen ? { members: matches, active, listId, optionId, pick } : null,
    update,
    // A multi-line text box may not have the role `combobox`, but may reference an active descendant.
    fieldProps: group && {
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-controls': isOpen ? listId : undefined,
      'aria-activedescendant': activeOne && optionId(activeOne.cardId),
      onSelect: update,
      onBlur: () => setMention(null),
    },
    handleKey,
  }
}
