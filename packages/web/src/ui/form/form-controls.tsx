import {
  type ChangeEvent,
  type ComponentPropsWithoutRef,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react'
import { flushSync } from 'react-dom'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

declare global {
  interface HTMLElement {
    /** Value entered into a control before hydration; recorded by `pre-hydration-scripts.ts`. */
    preHydrationValue?: string | boolean
  }
}

/**
 * Restores what was typed or chosen in a server-rendered control before hydration, because React neither reports nor
 * keeps it. It is reported as a change after the page has read its stored values, so that the reader's latest input
 * wins. Returns the ref for the control.
 */
function usePreHydrationValue<Of extends Control>(
  given: RefObject<Of | null> | undefined,
  onChange: ((event: ChangeEvent<Of>) => void) | undefined,
): RefObject<Of | null> {
  const own = useRef<Of>(null)
  const ref = given ?? own
  const take = useEffectEvent((control: Of) => {
    const early = control.preHydrationValue
    if (typeof early === 'boolean' && 'checked' in control) control.checked = early
    // React restores the original text. The value of a file input cannot be set; its files are still there.
    if (typeof early === 'string' && control.type !== 'file' && control.value !== early) control.value = early
    // The only parts of a change event that our handlers use.
    onChange?.({ target: control, currentTarget: control } as ChangeEvent<Of>)
  })
  useEffect(() => {
    const control = ref.current
    if (control?.preHydrationValue === undefined) return
    // Flushed, because a replayed click follows immediately and must find the value.
    const timer = setTimeout(() => flushSync(() => take(control)))
    return () => clearTimeout(timer)
  }, [ref])
  return ref
}

/*
 * The controls of every form, with the browser's own appearance and behaviour. They replace the bare elements, so that
 * input before hydration is never lost.
 */

type Props<Name extends 'input' | 'textarea' | 'select', Of> = ComponentPropsWithoutRef<Name> & {
  ref?: RefObject<Of | null>
}

export function Input({ ref, ...props }: Props<'input', HTMLInputElement>) {
  return <input {...props} ref={usePreHydrationValue(ref, props.onChange)} />
}

export function Textarea({ ref, ...props }: Props<'textarea', HTMLTextAreaElement>) {
  return <textarea {...props} ref={usePreHydrationValue(ref, props.onChange)} />
}

export function Select({ ref, ...props }: Props<'select', HTMLSelectElement>) {
  return <select {...props} ref={usePreHydrationValue(ref, props.onChange)} />
}
