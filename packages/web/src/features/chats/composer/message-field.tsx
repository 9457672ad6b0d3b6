import { isBlank } from '@everkin/contract/is-blank.ts'
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { useText } from '../../../i18n/use-text.ts'
import { isComposing } from '../../../lib/is-composing.ts'
import { Textarea } from '../../../ui/form/form-controls.tsx'
import { useChatSnapshot, useConversation } from '../context/conversation-context.ts'
import { shortNames } from '../context/participants.tsx'
import type { useMention } from './use-mention.ts'

interface MessageFieldProps {
  field: RefObject<HTMLTextAreaElement | null>
  words: string
  onWords: (words: string) => void
  mention: ReturnType<typeof useMention>
  /** Whether Enter sends; otherwise it inserts a line break (phones). */
  sendsOnEnter: boolean
  onSend: () => void
  /** Takes pasted pictures; returns whether there were any. */
  onFiles: (files: FileList) => boolean
  /** The element that says what is wrong with the text. */
  errorId: string | undefined
}

/** The field in which a message is written. While someone types, the server prepares the reply. */
export function MessageField({
  field,
  words,
  onWords,
  mention,
  sendsOnEnter,
  onSend,
  onFiles,
  errorId,
}: MessageFieldProps) {
  const text = useText()
  const { chat, name } = useConversation()
  const { chat: shown, ids } = useChatSnapshot(chat)
  const labelWith = (shortened: string) =>
    shown.type === 'multiple'
      ? text('chats.composer.placeholderGroup')
      : text('chats.composer.placeholder', { name: shortened })
  const shortName = shortNames([name])[0] ?? name
  const labelLength = sendsOnEnter ? MAX_LABEL_LENGTH : MAX_PHONE_LABEL_LENGTH
  useAutoHeight(field, words)
  useFirstFocus(field, ids.length <= 1 && sendsOnEnter)

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (mention.handleKey(event)) return
    if (event.key !== 'Enter' || isComposing(event)) return
    if (!sendsOnEnter || event.shiftKey || event.altKey) return
    event.preventDefault()
    onSend()
  }

  return (
    <Textarea
      ref={field}
      rows={1}
      // An empty field has the direction of the page, as its placeholder does.
      dir={words === '' ? undefined : 'auto'}
      value={words}
      placeholder={labelWith(cutName(shortName, labelLength - labelWith('').length))}
      aria-label={labelWith(shortName)}
      aria-invalid={errorId ? true : undefined}
      aria-describedby={errorId}
      enterKeyHint={sendsOnEnter ? 'send' : 'enter'}
      {...mention.fieldProps}
      onChange={(event) => {
        onWords(event.target.value)
        mention.update()
        if (!isBlank(event.target.value)) chat.prepareReply(event.timeStamp)
      }}
      onKeyDown={onKeyDown}
      onPaste={(event) => {
        // Text that was copied together with a picture of itself stays text.
        const hasText = event.clipboardData.types.includes('text/plain')
        if (!hasText && onFiles(event.clipboardData.files)) event.preventDefault()
      }}
    />
  )
}

/** How many letters fit into the empty field. */
const MAX_LABEL_LENGTH = 44
const MAX_PHONE_LABEL_LENGTH = 18
const MIN_NAME_LENGTH = 4

/** A placeholder has no ellipsis of its own: browsers wrap it, or cut it within a letter. */
function cutName(name: string, maxLength: number): string {
  const letters = [...name]
  const kept = Math.max(MIN_NAME_LENGTH, maxLength - 2) // “…” is wider than a letter
  return letters.length > kept + 1 ? `${letters.slice(0, kept).join('').trimEnd()}…` : name
}

/** Puts the cursor into the field of a new chat, on devices with a keyboard, unless something else has the focus. */
function useFirstFocus(field: RefObject<HTMLTextAreaElement | null>, isWanted: boolean): void {
  const [isNew] = useState(isWanted)
  useEffect(() => {
    const active = document.activeElement
    const isFree = active === document.body || active?.id === 'main'
    if (isNew && isFree && window.matchMedia('(hover: hover)').matches) field.current?.focus({ preventScroll: true })
  }, [field, isNew])
}

/** Grows the field up to six lines; by script in browsers that do not support it in CSS. */
function useAutoHeight(field: RefObject<HTMLTextAreaElement | null>, words: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text
  useLayoutEffect(() => {
    const element = field.current
    if (!element || CSS.supports('field-sizing', 'content')) return
    element.style.blockSize = 'auto'
    element.style.blockSize = `${element.scrollHeight}px`
  }, [field, words])
}
