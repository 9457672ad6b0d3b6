import type { KeyboardEvent } from 'react'

/**
 * Whether an input method handles the key: Enter chooses a word, and Esc takes the composition back. Some browsers
 * report the key that ends a composition after its end, with the key code 229.
 */
export function isComposing({ nativeEvent, keyCode }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || keyCode === 229
}
