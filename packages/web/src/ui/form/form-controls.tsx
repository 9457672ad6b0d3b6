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
    /** What a control of a form was given before its page was alive; put there by `replay-pre-hydration-events.ts`. */
    preHydrationValue?: string | boolean
  }
}

/**
 * Takes over what was typed into a control that the server drew, or chosen in it, before the page's script came to life:
 * React neither tells of it nor keeps it. It is told as a change, just after the page is alive and has found what it
 * keeps on the device, so that the reader's own last words stand. Gives the ref that the control wants.
 */
export function usePreHydrationValue<Of extends Control>(
  given: RefObject<Of | null> | undefined,
  onChange: ((event: ChangeEvent<Of>) => void) | undefined,
): RefObject<Of | null> {
  const own = useRef<Of>(null)
  const ref = given ?? own
  const take = useEffectEvent((control: Of) => {
    const early = control.preHydrationValue
    if (typeof early === 'boolean' && 'checked' in control) control.checked = early
    // React puts back the text that was there before. The value of a file input cannot be set; its files are still there.
    if (typeof early === 'string' && control.type !== 'file' && control.value !== early) control.value = early
    // All that a handler of ours reads of a change.
    onChange?.({ target: control, currentTarget: control } as ChangeEvent<Of>)
  })
  useEffect(() => {
    const control = ref.current
    if (control?.preHydrationValue === undefined) return
    // At once: a press that is made up for next must find it.
    const timer = setTimeout(() => flushSync(() => take(control)))
    return () => clearTimeout(timer)
  }, [ref])
  return ref
}

/*
 * The controls of every form, as the browser has them. They are used instead of the bare elements, so that what someone
 * typed or chose before the page was alive is never lost.
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
