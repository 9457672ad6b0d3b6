/** Puts words on the clipboard; true when they are there. Works by plain http too, where there is no clipboard API. */
export async function copyWords(words: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(words)
    return true
  } catch {
    return copyBySelection(words)
  }
}

function copyBySelection(words: string): boolean {
  const field = document.createElement('textarea')
  const focused = document.activeElement
  field.value = words
  field.className = 'visually-hidden'
  document.body.append(field)
  field.select()
  // Deprecated, and the only way without a secure context.
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}
