import type { ComponentPropsWithoutRef, RefObject } from 'react'
import { usePreHydrationValue } from '../lib/use-pre-hydration-value.ts'

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
